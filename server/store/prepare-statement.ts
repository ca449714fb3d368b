import type { SQL } from 'drizzle-orm'
import { PgDialect, type PreparedQueryConfig } from 'drizzle-orm/pg-core'
import type { QueryResult, QueryResultRow } from 'pg'
import type { DbOrTx } from './connection.ts'

const dialect = new PgDialect({ casing: 'snake_case' })

/**
 * Builds a frequent statement once, with `sql.placeholder` for its values. Each connection parses and plans it once, which
 * takes longer than to execute it. The name is unique among all statements.
 */
export function prepareStatement<Row extends QueryResultRow, Name extends string>(
  name: string,
  statement: SQL,
): (db: DbOrTx, values: Record<Name, unknown>) => Promise<Row[]> {
  const built = dialect.sqlToQuery(statement)
  return async (db, values) => {
    const prepared = db._.session.prepareQuery<PreparedQueryConfig & { execute: QueryResult<Row> }>(
      built,
      undefined,
      name,
      false,
    )
    return (await prepared.execute(values)).rows
  }
}
