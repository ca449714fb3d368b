/** Narrows the result of an insert with `returning`, which always has one row. */
export function inserted<T>(row: T | undefined): T {
  if (!row) throw new Error('The insert returned no row')
  return row
}
