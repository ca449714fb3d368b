import { and, ne, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { fieldError } from '../http/field-error.ts'
import type { Tx } from '../store/connection.ts'

interface RequiredName {
  table: PgTable & { id: PgColumn; name: PgColumn }
  /** Where the name has to be the only one. */
  within: SQL
  name: string
  /** The row that has the name already, when it is changed. */
  except?: string | undefined
  /** What has the name: "rule". */
  noun: string
}

/** Rejects a name that another row has, in upper or lower case. The caller has locked what serialises such checks. */
export async function requireFreeName(tx: Tx, { table, within, name, except, noun }: RequiredName): Promise<void> {
  const isSame = sql`lower(${table.name}) = lower(${name})`
  const taken = await tx.$count(table, and(within, isSame, except === undefined ? undefined : ne(table.id, except)))
  if (taken > 0) throw fieldError('name', `A ${noun} with this name already exists. Choose another.`)
}
