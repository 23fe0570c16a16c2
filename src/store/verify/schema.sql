-- Everything that the catalogs say of our tables, views and functions, a row for each part: what it is (`part`), what is
-- said of it (`told`), its definition in the server's words, whether those may name what they mean with or without its
-- table (`loose`: that differs between versions of the server), and whether it takes part in what our tables do, so that
-- one which nobody promised is a break too (`joins`). $1: the names of our tables and views; none for all there are.
with ours as (
    select class.*,
        case class.relkind when 'r' then 'table ' when 'v' then 'view ' else 'relation ' end || class.relname as called,
        case when class.relowner = (select relowner from pg_class where oid = to_regclass('public.declaration'))
             then '' else ' owned by another role' end as owned
    from pg_class as class
    where class.relnamespace = 'public'::regnamespace and class.relkind in ('r', 'p', 'v', 'm', 'f')
        and (cardinality($1::text[]) = 0 or class.relname = any ($1))
)
select ours.called as part,
    case ours.relpersistence when 'p' then 'kept' else 'not kept over a crash' end
        || case when ours.relispartition then ' within another' else '' end
        || case when ours.relrowsecurity or ours.relforcerowsecurity then ' with row security' else '' end
        || case when ours.relkind = 'v' then coalesce(' ' || array_to_string(ours.reloptions, ' '), '') else '' end
        || ours.owned as told,
    case when ours.relkind = 'v' then pg_get_viewdef(ours.oid) end as definition, true as loose, false as joins
from ours
union all
select ours.called || ' column ' || col.attname,
    format_type(col.atttypid, col.atttypmod)
        || case when col.attcollation <> kind.typcollation
                then ' collate ' || (select collname from pg_collation where oid = col.attcollation) else '' end
        || case when col.attnotnull then ' not null' else '' end
        || case col.attidentity when 'a' then ' identity' when 'd' then ' identity by default' else '' end
        || case col.attgenerated when '' then '' when 's' then ' generated' else ' generated otherwise' end,
    (select pg_get_expr(filled.adbin, filled.adrelid) from pg_attrdef as filled
     where filled.adrelid = col.attrelid and filled.adnum = col.attnum), false, true
from ours join pg_attribute as col on col.attrelid = ours.oid join pg_type as kind on kind.oid = col.atttypid
where ours.relkind <> 'v' and col.attnum > 0 and not col.attisdropped
union all
select ours.called || ' constraint ' || held.conname,
    case held.contype when 'p' then 'primary key' when 'f' then 'foreign key' when 'u' then 'unique'
        when 'c' then 'check' else 'another kind' end
        || case when held.convalidated then '' else ' not valid' end
        || case held.contype when 'f' then ' by ' || (
            select count(*) from pg_trigger as asks where asks.tgconstraint = held.oid and asks.tgenabled in ('O', 'A'))
            else '' end,
    pg_get_constraintdef(held.oid), false, true
from ours join pg_constraint as held on held.conrelid = ours.oid
where held.contype not in ('n', 't')
union all
select ours.called || ' trigger ' || fires.tgname,
    case when fires.tgenabled in ('O', 'A') then 'on' else 'off' end, pg_get_triggerdef(fires.oid), false, true
from ours join pg_trigger as fires on fires.tgrelid = ours.oid
where not fires.tgisinternal
union all
select ours.called || ' rule ' || rule.rulename,
    case when rule.ev_enabled in ('O', 'A') then 'on' else 'off' end, pg_get_ruledef(rule.oid), false, true
from ours join pg_rewrite as rule on rule.ev_class = ours.oid
where not (ours.relkind = 'v' and rule.rulename = '_RETURN')
union all
select ours.called || ' index ' || class.relname,
    case when found.indisvalid and found.indisready and found.indislive then 'whole' else 'not whole' end,
    pg_get_indexdef(found.indexrelid), false, found.indisunique or found.indisexclusion
from ours join pg_index as found on found.indrelid = ours.oid join pg_class as class on class.oid = found.indexrelid
union all
select ours.called || ' numbers of ' || col.attname,
    format('%s from %s by %s, %s to %s%s', format_type(counts.seqtypid, null), counts.seqstart, counts.seqincrement,
        counts.seqmin, counts.seqmax, case when counts.seqcycle then ', and again' else '' end), null, false, true
from ours
    join pg_depend as owned on owned.refclassid = 'pg_class'::regclass and owned.refobjid = ours.oid
        and owned.classid = 'pg_class'::regclass and owned.deptype in ('a', 'i')
    join pg_sequence as counts on counts.seqrelid = owned.objid
    join pg_attribute as col on col.attrelid = ours.oid and col.attnum = owned.refobjsubid
union all
select 'function ' || proc.proname || '(' || pg_get_function_identity_arguments(proc.oid) || ')',
    case when has_function_privilege('public', proc.oid, 'execute') then 'for everybody' else 'for its owner' end
        || case when proc.proowner = (select relowner from pg_class where oid = to_regclass('public.declaration'))
                then '' else ' owned by another role' end,
    pg_get_functiondef(proc.oid), proc.prosqlbody is not null, false
from pg_proc as proc
where proc.pronamespace = 'public'::regnamespace and proc.prokind <> 'a'
union all
-- Whatever else hangs on them, of kinds that nobody thought of: not what reads them, nor what is somebody's own.
select ours.called || ' ' || other.type || ' ' || other.identity, 'there', null, false, true
from ours
    join pg_depend as hangs on hangs.refclassid = 'pg_class'::regclass and hangs.refobjid = ours.oid
    cross join lateral pg_identify_object(hangs.classid, hangs.objid, hangs.objsubid) as other
    left join pg_class as class on hangs.classid = 'pg_class'::regclass and class.oid = hangs.objid
where hangs.classid not in (
        'pg_constraint'::regclass, 'pg_trigger'::regclass, 'pg_rewrite'::regclass, 'pg_attrdef'::regclass,
        'pg_type'::regclass, 'pg_proc'::regclass, 'pg_statistic_ext'::regclass, 'pg_publication_rel'::regclass)
    and (class.oid is null or class.relkind not in ('i', 'I', 't', 'S'))
