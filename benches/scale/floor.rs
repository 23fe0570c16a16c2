//! The floor: what the database takes to hand over, or to take in, the rows that a command cannot do without.

/// Every row that deciding needs, to nowhere.
pub(crate) const READ: &str = r"
copy (select id, name, site, facts from node) to stdout (format binary) \g /dev/null
copy (select name, outline, digest, declared from module) to stdout (format binary) \g /dev/null
copy (select node, module from assignment) to stdout (format binary) \g /dev/null
copy (select node, name, provider from provision_pin) to stdout (format binary) \g /dev/null
copy (select node, generation, name, digest from last_declaration) to stdout (format binary) \g /dev/null
";

/// The rows of an import, as files in the current folder.
pub(crate) const OUT: &str = r"
\copy site to 'site.rows'
\copy node to 'node.rows'
\copy module (name, manifest, version, registered) to 'module.rows'
\copy assignment to 'assignment.rows'
\copy provision_pin to 'pin.rows'
";

/// The same into an empty mesh.
pub(crate) const IN: &str = r"
begin;
\copy site from 'site.rows'
\copy node from 'node.rows'
\copy module (name, manifest, version, registered) from 'module.rows'
\copy assignment from 'assignment.rows'
\copy provision_pin from 'pin.rows'
commit;
";

/// A table like that of the declarations, and its rows as a file.
pub(crate) const DECLARED: &str = r"
create schema floor;
create table floor.declaration (like public.declaration including all);
\copy (select * from declaration where generation = 1) to 'declaration.rows'
";

/// As many rows as a push writes.
pub(crate) const DECLARE: &str = r"
begin;
\copy floor.declaration from 'declaration.rows'
commit;
";
