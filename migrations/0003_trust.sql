-- Who may see what, what machines did with what they were told, and a record that shows where it was altered.

-- What machines did

create table public.acknowledgement (
    id bigint generated always as identity primary key,
    node uuid not null,
    generation bigint not null,
    -- A machine may state any moment, and what is told of it is counted from there.
    at timestamptz not null default clock_timestamp() check (at between '2000-01-01Z' and '2200-01-01Z'),
    db_user text not null default session_user,
    -- A machine writes here what it likes, and every person reads it.
    failure text check (char_length(failure) between 1 and 4000),
    foreign key (node, generation) references public.declaration
);

create index acknowledgement_node on public.acknowledgement (node, generation);

comment on table public.acknowledgement is 'What machines said they did with what they were told; only ever added to.';
comment on column public.acknowledgement.failure is 'Why it could not be done, in the words of the machine; null where it was.';

create table public.last_acknowledgement (
    node uuid primary key,
    generation bigint not null,
    at timestamptz not null,
    failure text,
    foreign key (node, generation) references public.declaration
);

comment on table public.last_acknowledgement is
    'Of every node the acknowledgement of its highest generation, the last one of that; kept by a trigger.';

-- With the rights of the owner: whoever acknowledges may not write here. What is late never goes back before what is
-- known already.
create function public.keep_last_acknowledgement() returns trigger
    language plpgsql security definer set search_path = pg_catalog, pg_temp
    as $$
begin
    insert into public.last_acknowledgement as last (node, generation, at, failure)
    select distinct on (told.node) told.node, told.generation, told.at, told.failure
    from told
    order by told.node, told.generation desc, told.id desc
    on conflict (node) do update
    set generation = excluded.generation, at = excluded.at, failure = excluded.failure
    where excluded.generation >= last.generation;
    return null;
end
$$;

-- Else whoever may make a table could let it write here for them.
revoke all on function public.keep_last_acknowledgement() from public;

create trigger keep_last_acknowledgement after insert on public.acknowledgement
    referencing new table as told
    for each statement execute function public.keep_last_acknowledgement();
create trigger keep_history before update or delete or truncate on public.acknowledgement
    for each statement execute function public.keep_history();

-- Which login is which machine

create table public.node_login (
    role text collate "C" primary key,
    -- No foreign key: a machine that goes has to be able to read that it is gone.
    node uuid not null unique,
    granted timestamptz not null default now(),
    granted_by text not null default session_user
);

comment on table public.node_login is 'Which role in the database is which node: it sees what that node was told, and no more.';
comment on column public.node_login.node is 'The id, so that a node that is renamed keeps its login.';

-- Who changes the mesh queues

-- A table and no advisory lock, which whoever may log in could hold for ever: to lock this one takes a right that
-- operators alone have.
create table public.queue ();

comment on table public.queue is 'Has no rows: whoever changes the mesh locks it, one after the other.';

-- What a machine sees. The views read with the rights of their owner, and each shows the rows of the role that asks.
-- A barrier: no condition of whoever asks is tried on a row that is not theirs. A machine may insert through the last
-- one and update nothing: a right to update is a right to lock what others need.

create view public.own_login with (security_barrier) as
    select login.node, coalesce(
        (select node.name from public.node where node.id = login.node),
        (select last.name from public.last_declaration as last where last.node = login.node)) as name
    from public.node_login as login
    where login.role = current_user::text;

create view public.own_declaration with (security_barrier) as
    select told.node, told.generation, told.name, told.site, told.modules, told.facts, told.takes, told.digest,
        told.removed
    from public.declaration as told
    where told.node = (select login.node from public.node_login as login where login.role = current_user::text);

create view public.own_manifest with (security_barrier) as
    select kept.id, kept.digest, kept.manifest
    from public.manifest_version as kept
    where exists (
        select from public.declaration as told
        where told.node = (select login.node from public.node_login as login where login.role = current_user::text)
            and kept.id = any (told.modules));

create view public.own_acknowledgement with (security_barrier) as
    select said.node, said.generation, said.at, said.failure
    from public.acknowledgement as said
    where said.node = (select login.node from public.node_login as login where login.role = current_user::text)
    with cascaded check option;

comment on view public.own_login is 'The node that the role which asks is, by the name that it has, or had last.';
comment on view public.own_declaration is 'What the node of the role which asks was told.';
comment on view public.own_manifest is 'The manifests of what the node of the role which asks was told.';
comment on view public.own_acknowledgement is 'What the node of the role which asks said it did; to be added to.';

-- A record that shows where it was altered

alter table public.change add column link bytea check (octet_length(link) = 32);

comment on column public.change.link is
    'SHA-256 of the change and the link of the one before (change_link): none can be altered or taken out unseen.';

create function public.change_link(before bytea, entry public.change) returns bytea
    language sql stable parallel safe
    return sha256(
        coalesce(before, ''::bytea)
        || sha256(convert_to(entry.edits::text, 'UTF8'))
        || sha256(convert_to(json_build_array(
            entry.id, extract(epoch from entry.at), entry.db_user, entry.os_user, entry.command, entry.message,
            entry.steps, entry.moved::text, entry.settled::text, entry.unresolved::text, encode(entry.digest, 'hex')
        )::text, 'UTF8')));

comment on function public.change_link(bytea, public.change) is 'The link of a change, from that of the one before.';

create function public.link_change() returns trigger
    language plpgsql set search_path = pg_catalog, pg_temp
    as $$
begin
    new.link := public.change_link((select link from public.change order by id desc limit 1), new);
    return new;
end
$$;

alter table public.change disable trigger keep_history;

do $$
declare
    entry public.change;
    before bytea;
begin
    for entry in select * from public.change order by id loop
        before := public.change_link(before, entry);
        update public.change set link = before where id = entry.id;
    end loop;
end
$$;

alter table public.change enable trigger keep_history;
alter table public.change alter column link set not null;

create trigger link_change before insert on public.change
    for each row execute function public.link_change();

-- Who could read or change the mesh before can still do so: that takes rights on the new tables.
do $$
declare
    given record;
begin
    for given in
        select distinct coalesce(quote_ident(role.rolname), 'public') as grantee, entry.privilege_type as right
        from pg_class as class
            cross join aclexplode(class.relacl) as entry
            left join pg_roles as role on role.oid = entry.grantee
        where class.oid = 'public.declaration'::regclass and entry.grantee <> class.relowner
            and entry.privilege_type in ('SELECT', 'INSERT') and (entry.grantee = 0 or role.rolname is not null)
        order by grantee, entry.privilege_type
    loop
        if given.right = 'SELECT' then
            execute format('grant select on public.acknowledgement, public.last_acknowledgement, public.node_login to %s',
                given.grantee);
        else
            execute format('grant insert on public.acknowledgement to %s', given.grantee);
            execute format('grant update on public.queue to %s', given.grantee);
        end if;
    end loop;
end
$$;
