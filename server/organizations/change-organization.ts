import type { CallName } from '../../src/contract/contract.ts'
import type { CallContext } from '../http/handler.ts'
import { scopeOf } from '../http/scope-of.ts'
import { sayToOrganization } from '../live/outbox.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Db, Tx } from '../store/connection.ts'
import { lockOrganization } from './lock-organization.ts'
import { type OrganizationRow, toldOrganizationWire } from './organization-wire.ts'

export interface ChangeOptions {
  db: Db
  mailer: Mailer
}

/** Makes one change of an organisation, after every one before it and before every one after it; its letters go with it. */
export const changeOrganization = async <T>(
  { db, mailer }: ChangeOptions,
  { scope }: Pick<CallContext<CallName>, 'scope'>,
  change: (tx: Tx, organization: OrganizationRow) => Promise<T>,
): Promise<T> => {
  const { organizationId } = scopeOf(scope)
  await mailer.ready()
  const result = await db.transaction(async (tx) => change(tx, await lockOrganization(tx, organizationId)))
  mailer.nudge()
  return result
}

export const sayOrganizationChanged = (tx: Tx, row: OrganizationRow) =>
  sayToOrganization(tx, row.id, { kind: 'organizationChanged', organization: toldOrganizationWire(row) })
