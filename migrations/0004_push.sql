-- A push writes a row for every node of a mesh: the same rows and the same facts that hold of them, in half the time.
-- A foreign key asks anew for each row; what these two say is asked once for a statement, or not at all of rows that
-- a trigger makes of those that were asked about.

alter table public.declaration drop constraint declaration_generation_fkey;

create function public.check_generations() returns trigger
    language plpgsql set search_path = pg_catalog, pg_temp
    as $$
declare
    missing bigint;
begin
    select named.generation into missing
    from (select distinct told.generation from told) as named
    where not exists (select from public.push where push.generation = named.generation)
    limit 1;
    if found then
        raise exception 'there was no push %', missing
            using errcode = 'foreign_key_violation', schema = tg_table_schema, table = tg_table_name,
                constraint = 'declaration_generation_fkey';
    end if;
    return null;
end
$$;

comment on function public.check_generations() is
    'Each generation of a declaration is that of a push; a push is never deleted (keep_history).';

-- Before keep_last_declaration, by name.
create trigger check_generations after insert on public.declaration
    referencing new table as told
    for each statement execute function public.check_generations();

alter table public.last_declaration drop constraint last_declaration_node_generation_fkey;

create function public.check_last_declaration() returns trigger
    language plpgsql set search_path = pg_catalog, pg_temp
    as $$
begin
    if not exists (select from public.declaration
                   where declaration.node = new.node and declaration.generation = new.generation) then
        raise exception 'there is no declaration % of %', new.generation, new.node
            using errcode = 'foreign_key_violation', schema = tg_table_schema, table = tg_table_name,
                constraint = 'last_declaration_node_generation_fkey';
    end if;
    return null;
end
$$;

comment on function public.check_last_declaration() is
    'Each row of last_declaration is of a declaration, whoever writes it beside the trigger that keeps them.';

create trigger check_last_declaration after insert or update on public.last_declaration
    for each row when (pg_trigger_depth() = 0) execute function public.check_last_declaration();

-- Room in each block for the next version of its rows, so that no index has to be told of it.
alter table public.last_declaration set (fillfactor = 45);
