//! The statements that look whether a promise is kept: how much there is to look at, and what is wrong, each with what
//! [`Found`] it is and whom it is about.
//!
//! [`Found`]: super::Found

use super::Promise;

/// How much there is to look at, and what is wrong with it.
pub(super) const fn of(promise: Promise) -> Option<(&'static str, &'static str)> {
    match promise {
        Promise::References => Some((
            "select (select count(*) from public.node where site is not null) + 2 * (select count(*) from \
                public.assignment) + 2 * (select count(*) from public.provision_pin) + (select count(*) from \
                public.hold) + (select count(*) from public.declaration) + (select count(*) from \
                public.last_declaration) + (select count(*) from public.acknowledgement) + (select count(*) from \
                public.last_acknowledgement) + 2 * (select count(*) from public.node_login)",
            "select 'node-site', array[name::text, site::text] from public.node \
                where site is not null and not exists (select from public.site where site.name = node.site) \
             union all select 'assigned-node', array[module::text, node::text] \
                from public.assignment where not exists (select from public.node where node.id = assignment.node) \
             union all select 'assigned-module', array[module::text, node::text] \
                from public.assignment where not exists (select from public.module where module.name = assignment.module) \
             union all select 'pinned-node', array[node::text, name::text] \
                from public.provision_pin where not exists (select from public.node where node.id = provision_pin.node) \
             union all select 'pinned-to', array[node::text, provider::text, name::text] \
                from public.provision_pin \
                where not exists (select from public.node where node.id = provision_pin.provider) \
             union all select 'held-node', array[node::text] \
                from public.hold where not exists (select from public.node where node.id = hold.node) \
             union all select 'declared-push', array[name::text, generation::text] \
                from public.declaration \
                where not exists (select from public.push where push.generation = declaration.generation) \
             union all select 'acknowledged-declaration', array[said.node::text, said.generation::text] \
                from (select node, generation from public.acknowledgement \
                    union select node, generation from public.last_acknowledgement) as said \
                where not exists (select from public.declaration as told \
                    where told.node = said.node and told.generation = said.generation) \
             union all select 'login-role', array[role::text] \
                from public.node_login where not exists (select from pg_roles \
                    where rolname::text = node_login.role and pg_roles.oid = node_login.role_id) \
             union all select 'login-node', array[role::text, node::text] \
                from public.node_login where not exists (select from public.node where node.id = node_login.node) \
                    and not exists (select from public.declaration where declaration.node = node_login.node)",
        )),
        Promise::Catalogue => Some((
            "select count(*) from public.module",
            "select 'worked-out', array[name::text] from public.module \
                where digest is distinct from sha256(convert_to(manifest::text, 'UTF8')) \
                    or declared is distinct from public.manifest_declared(manifest) \
                    or outline is distinct from public.manifest_outline(manifest) \
                    or name is distinct from manifest ->> 'name' or version is distinct from manifest ->> 'version'",
        )),
        Promise::Manifests => Some((
            "select count(*) from public.manifest_version",
            "select 'manifest', array[id::text, coalesce(manifest ->> 'name', '')] \
                from public.manifest_version where digest is distinct from sha256(convert_to(manifest::text, 'UTF8')) \
             union all select 'declared-manifest', array[generation::text, name::text, id::text] \
                from public.declaration, unnest(modules) as used(id) \
                where not exists (select from public.manifest_version as kept where kept.id = used.id)",
        )),
        Promise::Generations => Some((
            "select count(*) from public.push",
            "select 'gap', array[generation::text, before::text] \
                from (select generation, lag(generation, 1, 0::int8) over (order by generation) as before \
                    from public.push) as pushed where generation <> before + 1 \
             union all select 'empty', array[generation::text] from public.push \
                where not exists (select from public.declaration where declaration.generation = push.generation)",
        )),
        Promise::Pushes => Some((
            "select count(*) from public.seal",
            "select 'pushed', array[generation::text] \
                from (select distinct on (generation) generation, digest from public.seal \
                    order by generation, id desc) as sealed \
                where digest is distinct from public.push_digest(generation) \
             union all select 'seal', array[generation::text] \
                from (select id, generation, link is distinct from public.seal_link( \
                        lag(link) over (order by id), generation, digest) as altered from public.seal) as seals \
                where altered \
             union all select 'unsealed', array[generation::text] from public.push \
                where not exists (select from public.seal where seal.generation = push.generation) \
                    and exists (select from public.declaration where declaration.generation = push.generation)",
        )),
        Promise::Last => Some((
            "select count(*) from public.last_declaration",
            "select 'last-declared', array[coalesce(told.name, last.name)::text, told.generation::text, last.generation::text] \
                from (select distinct on (node) node, generation, name, digest, removed from public.declaration \
                        order by node, generation desc) as told \
                    full join public.last_declaration as last on last.node = told.node \
                where (told.generation, told.name, told.digest, told.removed) \
                    is distinct from (last.generation, last.name, last.digest, last.removed)",
        )),
        Promise::Acknowledgements => Some((
            "select count(*) from public.last_acknowledgement",
            "select 'last-acknowledged', array[coalesce(said.node, last.node)::text, said.generation::text, last.generation::text] \
                from (select distinct on (node) node, generation, at, failure from public.acknowledgement \
                        order by node, generation desc, id desc) as said \
                    full join public.last_acknowledgement as last on last.node = said.node \
                where (said.generation, said.at, said.failure) is distinct from (last.generation, last.at, last.failure)",
        )),
        Promise::Log => Some((
            "select count(*) from public.change",
            "select 'change', array[id::text] from ( \
                    select entry.id, entry.link is distinct from \
                        public.change_link(lag(entry.link) over (order by entry.id), entry) as altered \
                    from public.change as entry) as entries where altered \
             union all select 'steps', array[id::text, steps::text, json_array_length(edits)::text] from public.change where steps <> json_array_length(edits)",
        )),
        Promise::Schema | Promise::Declarations | Promise::Mesh => None,
    }
}
