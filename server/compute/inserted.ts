/** The row of an insert, which always answers one. */
export function inserted<T>(row: T | undefined): T {
  if (!row) throw new Error('The insert returned no row')
  return row
}
