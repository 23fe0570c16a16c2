-- What is computed of a manifest: the same as before, sooner. Registering the sixty thousand modules of a distribution
-- took a minute, nearly all of it in here: a function that is called within another one is planned anew whenever the
-- outer one is called, and a query within one costs more than most manifests have to be worked on. So a query runs
-- where there is something to leave out or to sort, and only what qualifies names is a call.

create or replace function public.manifest_outline(manifest jsonb) returns jsonb
    language sql immutable strict parallel safe
    return case
        when jsonb_typeof(manifest) <> 'object' then manifest
        when jsonb_typeof(manifest -> 'resources') is distinct from 'array'
             or not manifest @? '$.resources[*].content' then manifest - 'description'
        else (manifest - 'description') || jsonb_build_object('resources', (
            select jsonb_agg(
                case when jsonb_typeof(resource) = 'object' and resource ->> 'type' = 'file'
                     then resource - 'content' else resource end
                order by place)
            from jsonb_array_elements(manifest -> 'resources') with ordinality as entry(resource, place)))
    end;

create or replace function public.manifest_declared(manifest jsonb) returns bytea
    language sql immutable strict parallel safe
    return sha256(convert_to(jsonb_build_array(
        manifest -> 'name',
        manifest -> 'version',
        case
            when jsonb_typeof(manifest -> 'resources') is distinct from 'array' then '[]'::jsonb
            when jsonb_array_length(manifest -> 'resources') < 2
                 and not manifest @? '$.resources[*].reflects' then manifest -> 'resources'
            else (
                select jsonb_agg(told order by (told ->> 'id') collate "C", told::text collate "C")
                from jsonb_array_elements(manifest -> 'resources') as entry(resource),
                     -- Without the offset it would be worked out again for each use.
                     lateral (select case when resource ? 'reflects'
                                          then public.resource_declared(manifest ->> 'name', resource)
                                          else resource end offset 0) as as_told(told))
        end
    )::text, 'UTF8'));
