-- The tables of a mesh. One database is one mesh.
--
-- The runner gives this text a search_path of pg_catalog and pg_temp alone, so that whatever stands without a schema
-- here is PostgreSQL's own. What holds of a mesh whoever writes to it is said here and not in the program: the
-- program's tests try each of it with plain SQL. Needs PostgreSQL 14 or newer.
--
-- Names are compared byte by byte (collate "C"), as the program does. The checks on names keep out what no reader
-- could tell apart on a screen or in a log; which letters a name may have is judged by the program alone.

-- What is computed of a manifest. Each body is parsed when it is created (`return`), so that no search_path of whoever
-- writes can put another function or operator in its place, and none of them fails on any JSON: a table must take and
-- give back what it was given, and a dump of it must load.

create function public.manifest_digest(manifest jsonb) returns bytea
    language sql immutable strict parallel safe
    return sha256(convert_to(manifest::text, 'UTF8'));

comment on function public.manifest_digest(jsonb) is
    'SHA-256 of a manifest as jsonb writes it: which version of a manifest this is.';

create function public.manifest_resources(manifest jsonb) returns jsonb
    language sql immutable strict parallel safe
    return case when jsonb_typeof(manifest -> 'resources') = 'array' then manifest -> 'resources' else '[]'::jsonb end;

comment on function public.manifest_resources(jsonb) is
    'The resources of a manifest; none where it states no list of them.';

create function public.manifest_outline(manifest jsonb) returns jsonb
    language sql immutable strict parallel safe
    return case
        when jsonb_typeof(manifest) <> 'object' then manifest
        when jsonb_typeof(manifest -> 'resources') is distinct from 'array' then manifest - 'description'
        else (manifest - 'description') || jsonb_build_object('resources', (
            select coalesce(jsonb_agg(
                case when jsonb_typeof(resource) = 'object' and resource ->> 'type' = 'file'
                     then resource - 'content' else resource end
                order by place), '[]'::jsonb)
            from jsonb_array_elements(public.manifest_resources(manifest)) with ordinality as entry(resource, place)))
    end;

comment on function public.manifest_outline(jsonb) is
    'A manifest without its description and without the contents of files: all that deciding needs, and far smaller.';

-- A resource as a declaration prints it, as far as one module says so: what it reflects is qualified and sorted there.
create function public.resource_declared(module text, resource jsonb) returns jsonb
    language sql immutable parallel safe
    return case
        when jsonb_typeof(resource) = 'object' and jsonb_typeof(resource -> 'reflects') = 'array'
        then jsonb_set(resource, '{reflects}', (
            select coalesce(jsonb_agg(told order by told::text collate "C"), '[]'::jsonb)
            from jsonb_array_elements(resource -> 'reflects') as entry(reflected),
                 lateral (select case
                     when jsonb_typeof(reflected) = 'string' and strpos(reflected #>> '{}', '/') = 0
                     then to_jsonb(coalesce(module, '') || '/' || (reflected #>> '{}'))
                     else reflected end) as as_told(told)))
        else resource
    end;

comment on function public.resource_declared(text, jsonb) is
    'A resource of a module as declarations print it, but for paths in reflects, which depend on the rest of a set.';

create function public.manifest_declared(manifest jsonb) returns bytea
    language sql immutable strict parallel safe
    return sha256(convert_to(jsonb_build_array(
        manifest -> 'name',
        manifest -> 'version',
        (select coalesce(jsonb_agg(told order by (told ->> 'id') collate "C", told::text collate "C"), '[]'::jsonb)
         from jsonb_array_elements(public.manifest_resources(manifest)) as entry(resource),
              lateral (select public.resource_declared(manifest ->> 'name', resource)) as as_told(told))
    )::text, 'UTF8'));

comment on function public.manifest_declared(jsonb) is
    'SHA-256 of what a declaration prints of a manifest: two manifests that differ elsewhere declare nothing anew.';

-- Sites

create table public.site (
    name text collate "C" primary key
        check (char_length(name) between 1 and 128 and name !~ '[\u0001-\u001f\u007f-\u009f]')
);

comment on table public.site is 'Places whose nodes share a local network.';

-- Nodes

create table public.node (
    id uuid primary key default gen_random_uuid(),
    name text collate "C" not null unique
        check (char_length(name) between 1 and 128 and name !~ '[\u0001-\u001f\u007f-\u009f]')
        -- Commands take `all` for every node.
        constraint node_is_not_all check (name <> 'all'),
    -- A site with nodes stays; its nodes follow when it is renamed.
    site text collate "C" references public.site on delete restrict on update cascade,
    facts jsonb not null default '{}' check (jsonb_typeof(facts) = 'object')
);

create index node_site on public.node (site);

comment on table public.node is 'Machines.';
comment on column public.node.id is 'What stays when a node is renamed: assignments, pins, holds and declarations refer to it.';
comment on column public.node.facts is 'What is known of the machine: names to text, numbers, true or false.';

-- The catalogue

create table public.module (
    name text collate "C" primary key
        check (char_length(name) between 1 and 128 and name !~ '[\u0001-\u001f\u007f-\u009f]'),
    manifest jsonb not null check (jsonb_typeof(manifest) = 'object'),
    version text,
    registered timestamptz not null default now(),
    -- Kept beside the manifest so that a plan of a hundred thousand nodes reads no contents of files.
    digest bytea not null generated always as (public.manifest_digest(manifest)) stored,
    declared bytea not null generated always as (public.manifest_declared(manifest)) stored,
    outline jsonb not null generated always as (public.manifest_outline(manifest)) stored,
    constraint module_is_named_as_its_manifest check ((manifest ->> 'name') is not distinct from name),
    constraint module_has_the_version_of_its_manifest check (version is not distinct from (manifest ->> 'version'))
);

comment on table public.module is 'The catalogue: every module with its manifest.';
comment on column public.module.manifest is 'Whole, as it was given; fields that nothing knows yet are kept.';
comment on column public.module.version is 'The version that the manifest states; filled in where it is not given.';
comment on column public.module.digest is 'Which version of the manifest this is (manifest_digest).';
comment on column public.module.declared is 'What a declaration prints of it, as a digest (manifest_declared).';
comment on column public.module.outline is 'What deciding needs of it (manifest_outline).';

-- Not a generated column: those who write plain SQL may state the version, and are told where it disagrees.
create function public.fill_version() returns trigger
    language plpgsql set search_path = pg_catalog, pg_temp
    as $$
begin
    if new.version is null or (tg_op = 'UPDATE' and new.version is not distinct from old.version) then
        new.version := new.manifest ->> 'version';
    end if;
    return new;
end
$$;

create trigger fill_version before insert or update on public.module
    for each row execute function public.fill_version();

-- What operators decide

create table public.assignment (
    -- A node that goes takes its assignments along.
    node uuid not null references public.node on delete cascade,
    -- A module that is assigned stays: a machine would run what the mesh can no longer describe.
    module text collate "C" not null references public.module on delete restrict,
    assigned timestamptz not null default now(),
    primary key (node, module)
);

create index assignment_module on public.assignment (module);

comment on table public.assignment is 'Which node runs which module because an operator says so.';

create table public.provision_pin (
    node uuid not null references public.node on delete cascade,
    name text collate "C" not null
        check (char_length(name) between 1 and 128 and name !~ '[\u0001-\u001f\u007f-\u009f]'),
    -- A node and not a module: one module on two machines is two answers. A pin to what is gone is gone.
    provider uuid not null references public.node on delete cascade,
    pinned_at timestamptz not null default now(),
    primary key (node, name)
);

create index provision_pin_provider on public.provision_pin (provider);

comment on table public.provision_pin is 'Which node answers one provision for one node because an operator says so.';
comment on column public.provision_pin.name is 'The provision as it is required: database, not postgres.';
comment on column public.provision_pin.provider is 'The node that answers.';

create table public.hold (
    node uuid primary key references public.node on delete cascade,
    held timestamptz not null default now(),
    who text not null default session_user,
    why text not null
);

comment on table public.hold is 'Nodes that keep their last declaration for now because an operator says so.';

-- What was declared

create table public.push (
    generation bigint primary key check (generation > 0),
    pushed timestamptz not null default now(),
    db_user text not null default session_user,
    os_user text,
    message text,
    digest bytea not null check (octet_length(digest) = 32)
);

comment on table public.push is 'Generations: each the declarations of one push.';
comment on column public.push.digest is 'The digest of the mesh that was declared.';

create table public.manifest_version (
    id integer generated always as identity primary key,
    digest bytea not null unique,
    manifest jsonb not null,
    constraint manifest_version_has_its_digest check (digest = public.manifest_digest(manifest))
);

comment on table public.manifest_version is
    'Every version of a manifest that a declaration refers to, once, so that any generation can be printed whole.';

create table public.declaration (
    -- No foreign key: a node that went keeps its declarations.
    node uuid not null,
    generation bigint not null references public.push,
    name text collate "C" not null,
    site text collate "C",
    -- Numbers and not digests: most of what a mesh of a hundred thousand nodes keeps over the years is these.
    modules integer[] not null default '{}',
    facts jsonb not null default '{}' check (jsonb_typeof(facts) = 'object'),
    takes jsonb not null default '[]' check (jsonb_typeof(takes) = 'array'),
    digest bytea check (octet_length(digest) = 32),
    removed boolean not null default false,
    primary key (node, generation),
    constraint declaration_says_something check ((digest is null) = removed),
    constraint removed_node_runs_nothing check (not removed or (modules = '{}' and takes = '[]'))
);

create index declaration_generation on public.declaration (generation);

comment on table public.declaration is 'What a node was told to be, for each generation in which that changed.';
comment on column public.declaration.name is 'The name that the node had.';
comment on column public.declaration.modules is 'Its set, by name: manifest_version.id of each module.';
comment on column public.declaration.takes is 'What it takes from other nodes, with the offers and the facts of those nodes.';
comment on column public.declaration.digest is 'Of all that the declaration prints, its generation aside.';
comment on column public.declaration.removed is 'A tombstone: the node was gone, and was told nothing any more.';

-- Finding the newest of a growing number of rows for every node costs more each year; this costs the same for ever.
create table public.last_declaration (
    node uuid primary key,
    generation bigint not null,
    name text collate "C" not null,
    digest bytea,
    removed boolean not null,
    foreign key (node, generation) references public.declaration
);

comment on table public.last_declaration is 'The newest row of declaration of every node; kept by a trigger.';

create function public.keep_last_declaration() returns trigger
    language plpgsql set search_path = pg_catalog, pg_temp
    as $$
begin
    insert into public.last_declaration as last (node, generation, name, digest, removed)
    select distinct on (told.node) told.node, told.generation, told.name, told.digest, told.removed
    from told
    order by told.node, told.generation desc
    on conflict (node) do update
    set generation = excluded.generation, name = excluded.name, digest = excluded.digest, removed = excluded.removed
    where excluded.generation > last.generation;
    return null;
end
$$;

create trigger keep_last_declaration after insert on public.declaration
    referencing new table as told
    for each statement execute function public.keep_last_declaration();

-- What was changed

create table public.change (
    id bigint generated always as identity primary key,
    at timestamptz not null default clock_timestamp(),
    db_user text not null default session_user,
    os_user text,
    command text not null,
    message text,
    edits json not null check (json_typeof(edits) = 'array'),
    steps bigint not null,
    moved json check (json_typeof(moved) = 'array'),
    settled json check (json_typeof(settled) = 'array'),
    unresolved json check (json_typeof(unresolved) = 'array'),
    digest bytea check (octet_length(digest) = 32)
);

create index change_digest on public.change (digest);

comment on table public.change is 'Every change: who, when, by which command, and what it changed.';
comment on column public.change.edits is 'What was changed, step by step, from what to what. json: it is kept to be read, not searched.';
comment on column public.change.steps is 'How many edits there are, so that a list need not read them.';
comment on column public.change.moved is 'Answers that moved to another node.';
comment on column public.change.settled is 'Answers that were made explicit by the same change.';
comment on column public.change.unresolved is 'The refusals that were left in the mesh knowingly.';
comment on column public.change.digest is 'The digest of the mesh that the change led to.';

-- History is added to and never rewritten.
create function public.keep_history() returns trigger
    language plpgsql set search_path = pg_catalog, pg_temp
    as $$
begin
    raise exception '% is only ever added to: its rows are neither changed nor deleted', tg_table_name
        using errcode = 'integrity_constraint_violation', schema = tg_table_schema, table = tg_table_name;
end
$$;

create trigger keep_history before update or delete or truncate on public.change
    for each statement execute function public.keep_history();
create trigger keep_history before update or delete or truncate on public.push
    for each statement execute function public.keep_history();
create trigger keep_history before update or delete or truncate on public.manifest_version
    for each statement execute function public.keep_history();
create trigger keep_history before update or delete or truncate on public.declaration
    for each statement execute function public.keep_history();
