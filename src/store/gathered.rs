//! Columns of many rows in one value each. What a row costs by itself, in the server and in the driver, is more than
//! what is done with it here; of a hundred thousand, gathered columns are read in two thirds of the time of the rows.

/// How many blocks of a table are gathered at once: a megabyte, as it lies there.
const BLOCKS: u32 = 128;

/// The rows of a table as they lie in it, some blocks at a time: `columns` are aggregates over these rows, all in the
/// same order, and null where none are left. To stand behind `from`.
pub(super) fn gathered(table: &str, columns: &str) -> String {
    format!(
        "generate_series(0, pg_relation_size('{table}') / current_setting('block_size')::int8, {BLOCKS}) as block, \
         lateral (select {columns} from {table} where ctid >= ('(' || block || ',0)')::tid \
            and ctid < ('(' || block + {BLOCKS} || ',0)')::tid) as gathered"
    )
}

/// Gathers a column of names or JSON, neither of which has a line end in it; null is empty.
pub(super) fn texts(column: &str) -> String {
    format!("string_agg(coalesce({column}, ''), e'\\n')")
}

/// Gathers a column of one width, as the function sends it.
pub(super) fn fixed(sent: &str) -> String {
    format!("string_agg({sent}, '')")
}

/// The texts of a gathered column; none of a null.
pub(super) fn lines(column: Option<&[u8]>) -> impl Iterator<Item = &str> {
    column.and_then(|bytes| std::str::from_utf8(bytes).ok()).into_iter().flat_map(|text| text.split('\n'))
}

/// The values of a gathered column of one width.
pub(super) fn values<const N: usize>(column: Option<&[u8]>) -> impl Iterator<Item = &[u8; N]> {
    column.unwrap_or_default().as_chunks::<N>().0.iter()
}
