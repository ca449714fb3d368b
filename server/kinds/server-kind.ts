import { eq } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { KindName } from '../../src/contract/kinds/kinds.ts'
import type { RowOf } from '../../src/contract/live.ts'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import type { Scope } from '../http/handler.ts'
import type { DbOrTx } from '../store/connection.ts'

/** Replaces fields for visitors of a public organisation. Fields that are not listed stay visible. */
export type Redaction<Row> = { readonly [Field in keyof Row]?: (value: Row[Field]) => Row[Field] }

/** The server's half of a kind's description. */
export interface ServerKind<N extends KindName> {
  /** Selects the id of the organisation from the id of a resource, `$1`. */
  organizationOf: string
  /** Rows are deleted with their organisation. */
  table: PgTable & { organizationId: PgColumn }
  /** `hidden` when visitors receive neither responses nor events of the kind. */
  visitors: Redaction<RowOf<N>> | 'hidden'
  /** Describes the resources that prevent the deletion of their organisation. */
  blockingDeletion?: (db: DbOrTx, organizationId: OrganizationId) => Promise<string[]>
}

/** Applies to whole resources and to changed fields alike. */
export const redact = <Row extends object>(fields: Row, redaction: Redaction<Row>): Row => {
  const visible = { ...fields }
  for (const [field, replace] of Object.entries(redaction) as [keyof Row, (value: unknown) => never][])
    if (field in visible) visible[field] = replace(visible[field])
  return visible
}

/** Members receive all fields. */
export const redactForVisitor = <Row extends object>(row: Row, scope: Scope | null, redaction: Redaction<Row>): Row =>
  scope?.role ? row : redact(row, redaction)

export const countOf = (db: DbOrTx, { table }: Pick<ServerKind<KindName>, 'table'>, organizationId: OrganizationId) =>
  db.$count(table, eq(table.organizationId, organizationId))
