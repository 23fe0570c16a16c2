-- What was pushed shows where it was altered, as the record of changes does, and a login is one role and no other.

-- Pushes

create table public.seal (
    id bigint generated always as identity primary key,
    generation bigint not null references public.push,
    digest bytea not null check (octet_length(digest) = 32),
    link bytea not null check (octet_length(link) = 32)
);

create index seal_generation on public.seal (generation);

comment on table public.seal is
    'What each push was when its declarations were written, linked as changes are: none can be altered or taken out unseen.';
comment on column public.seal.digest is 'SHA-256 of the push and of all that it declared (push_digest).';
comment on column public.seal.link is 'SHA-256 of this seal and the link of the one before (seal_link).';

-- Of a declaration its own digest stands for what it says: that is worked out anew elsewhere. A name has no zero byte.
create function public.push_digest(of bigint) returns bytea
    language sql stable parallel safe
    return (
        select sha256(
            convert_to(json_build_array(
                push.generation, extract(epoch from push.pushed), push.db_user, push.os_user, push.message,
                encode(push.digest, 'hex')
            )::text, 'UTF8')
            || (select sha256(coalesce(string_agg(
                    uuid_send(told.node) || coalesce(told.digest, decode(repeat('00', 32), 'hex'))
                        || convert_to(told.name, 'UTF8') || '\x00'::bytea,
                    ''::bytea order by told.node), ''::bytea))
                from public.declaration as told where told.generation = push.generation))
        from public.push where push.generation = of);

comment on function public.push_digest(bigint) is 'What a push is, with all that it declared, as a digest.';

create function public.seal_link(before bytea, generation bigint, digest bytea) returns bytea
    language sql immutable parallel safe
    return sha256(coalesce(before, ''::bytea) || int8send(generation) || digest);

comment on function public.seal_link(bytea, bigint, bytea) is 'The link of a seal, from that of the one before.';

-- With the rights of the owner: nobody else writes here. A second statement of one push seals all of it anew.
create function public.seal_push() returns trigger
    language plpgsql security definer set search_path = pg_catalog, pg_temp
    as $$
declare
    said bigint;
begin
    -- Whoever pushes does so alone; those who write plain SQL may not.
    lock table public.seal in share row exclusive mode;
    for said in select distinct told.generation from told order by told.generation loop
        insert into public.seal (generation, digest, link)
        select said, made.digest,
            public.seal_link((select last.link from public.seal as last order by last.id desc limit 1), said, made.digest)
        from public.push_digest(said) as made(digest);
    end loop;
    return null;
end
$$;

revoke all on function public.seal_push() from public;

do $$
declare
    said bigint;
begin
    for said in
        select push.generation from public.push
        where exists (select from public.declaration where declaration.generation = push.generation)
        order by push.generation
    loop
        insert into public.seal (generation, digest, link)
        select said, made.digest,
            public.seal_link((select last.link from public.seal as last order by last.id desc limit 1), said, made.digest)
        from public.push_digest(said) as made(digest);
    end loop;
end
$$;

-- After check_generations, by name.
create trigger seal_push after insert on public.declaration
    referencing new table as told
    for each statement execute function public.seal_push();
create trigger keep_history before update or delete or truncate on public.seal
    for each statement execute function public.keep_history();

-- Logins

-- The role has to be that of the name and that of the number. By its name alone, whoever may rename roles could hand a
-- machine over to another login; by its number alone, a dump that is restored on another server could, where numbers
-- begin anew. What no longer fits is nobody's login, until it is granted again.
alter table public.node_login add column role_id oid not null default 0;

comment on column public.node_login.role_id is
    'The number that the role had when it was granted (pg_roles.oid): a role that was renamed or made anew is another one.';

update public.node_login set role_id = role.oid from pg_roles as role where role.rolname::text = node_login.role;

alter table public.node_login alter column role_id drop default;

-- Each view says who asks by itself: through a view within a view, who inserts would lock the tables of the mesh.
create or replace view public.own_login with (security_barrier) as
    select login.node, coalesce(
            (select node.name from public.node where node.id = login.node),
            (select last.name from public.last_declaration as last where last.node = login.node)) as name,
        not exists (select from public.node where node.id = login.node)
            and exists (
                select from public.last_declaration as last join public.node on node.name = last.name
                where last.node = login.node and last.removed) as replaced
    from public.node_login as login
    where login.role = current_user::text and login.role_id = quote_ident(current_user)::regrole;

comment on column public.own_login.replaced is
    'Whether that node was told that it is gone, and another one has its name: this role is not the login of that one.';

create or replace view public.own_declaration with (security_barrier) as
    select told.node, told.generation, told.name, told.site, told.modules, told.facts, told.takes, told.digest,
        told.removed
    from public.declaration as told
    where told.node = (
        select login.node from public.node_login as login
        where login.role = current_user::text and login.role_id = quote_ident(current_user)::regrole);

create or replace view public.own_manifest with (security_barrier) as
    select kept.id, kept.digest, kept.manifest
    from public.manifest_version as kept
    where exists (
        select from public.declaration as told
        where told.node = (
                select login.node from public.node_login as login
                where login.role = current_user::text and login.role_id = quote_ident(current_user)::regrole)
            and kept.id = any (told.modules));

create or replace view public.own_acknowledgement with (security_barrier) as
    select said.node, said.generation, said.at, said.failure
    from public.acknowledgement as said
    where said.node = (
        select login.node from public.node_login as login
        where login.role = current_user::text and login.role_id = quote_ident(current_user)::regrole)
    with cascaded check option;

-- Who could see everything sees this too.
do $$
declare
    given record;
begin
    for given in
        select distinct coalesce(quote_ident(role.rolname), 'public') as grantee
        from pg_class as class
            cross join aclexplode(class.relacl) as entry
            left join pg_roles as role on role.oid = entry.grantee
        where class.oid = 'public.declaration'::regclass and entry.grantee <> class.relowner
            and entry.privilege_type = 'SELECT' and (entry.grantee = 0 or role.rolname is not null)
        order by grantee
    loop
        execute format('grant select on public.seal to %s', given.grantee);
    end loop;
end
$$;

-- What runs with the rights of its owner has the owner that everything else has, whoever brought the schema up to date.
do $$
declare
    owner text := (select quote_ident(pg_get_userbyid(relowner)) from pg_class where oid = 'public.node'::regclass);
    part record;
begin
    for part in
        select case class.relkind when 'v' then 'view ' else 'table ' end || class.oid::regclass as what
        from pg_class as class, pg_class as first
        where first.oid = 'public.node'::regclass and class.relowner <> first.relowner
            and class.relnamespace = 'public'::regnamespace and class.relname in (
                'site', 'module', 'assignment', 'provision_pin', 'hold', 'push', 'manifest_version', 'declaration',
                'last_declaration', 'change', 'acknowledgement', 'last_acknowledgement', 'node_login', 'queue', 'seal',
                'provost_migration', 'own_login', 'own_declaration', 'own_manifest', 'own_acknowledgement')
        union all
        select 'function ' || proc.oid::regprocedure
        from pg_proc as proc, pg_class as first
        where first.oid = 'public.node'::regclass and proc.proowner <> first.relowner
            and proc.pronamespace = 'public'::regnamespace and proc.proname in (
                'manifest_digest', 'manifest_resources', 'manifest_outline', 'resource_declared', 'manifest_declared',
                'fill_version', 'keep_last_declaration', 'keep_history', 'keep_last_acknowledgement', 'change_link',
                'link_change', 'check_generations', 'check_last_declaration', 'push_digest', 'seal_link', 'seal_push')
    loop
        execute format('alter %s owner to %s', part.what, owner);
    end loop;
end
$$;
