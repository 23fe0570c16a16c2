INSERT INTO public.acknowledgement (id, node, generation, at, db_user, failure) OVERRIDING SYSTEM VALUE VALUES (1, '606001d5-aa2e-430e-a177-9b957f06ebe5', 1, '2026-11-30 10:51:11.1+00', 'web1_agent', NULL);
INSERT INTO public.acknowledgement (id, node, generation, at, db_user, failure) OVERRIDING SYSTEM VALUE VALUES (2, '783ffe1a-7d53-4ab2-97b3-f4683fc4a334', 1, '2026-11-30 10:51:11.2+00', 'db1_agent', NULL);
INSERT INTO public.acknowledgement (id, node, generation, at, db_user, failure) OVERRIDING SYSTEM VALUE VALUES (3, '606001d5-aa2e-430e-a177-9b957f06ebe5', 3, '2026-11-30 10:51:11.3+00', 'web1_agent', 'no space left on /etc');
SELECT pg_catalog.setval('public.acknowledgement_id_seq', 3, true);
