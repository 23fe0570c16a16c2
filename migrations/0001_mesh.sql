-- Stands in until the mesh's tables are written.
select 1;
