import type { Column, Sort } from './column.ts'

/** Returns all rows sorted by a column, for a table that shows one page; unsorted without a sort. */
export const sortedRows = <Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | undefined,
): readonly Row[] => {
  const sortBy = columns.find(({ id }) => id === sort?.id)?.sortBy
  if (!sort || !sortBy) return rows
  const way = sort.descending ? -1 : 1
  return rows
    .map((row) => ({ row, key: sortBy(row) }))
    .sort((a, b) => (a.key === b.key ? 0 : a.key < b.key ? -way : way))
    .map(({ row }) => row)
}
