import type { Permission } from '../../src/contract/access.ts'
import type { CallName } from '../../src/contract/contract.ts'
import type { CallContext } from '../http/handler.ts'
import { requireUser } from '../http/require-user.ts'
import { scopeOf } from '../http/scope-of.ts'
import { publishOrganizationEvents } from '../live/outbox.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Db, Tx } from '../store/connection.ts'
import { lockOrganization } from './lock-organization.ts'
import { type Membership, requireMembership } from './members/require-membership.ts'
import { type OrganizationRow, publishedOrganizationWire } from './organization-wire.ts'

export interface ChangeOptions {
  db: Db
  mailer: Mailer
  /**
   * Set for a change of the username. PostgreSQL makes it wait for transactions that have written rows of the
   * organisation, and they wait for its weaker lock: a deadlock, unless it waits for them before it locks anything.
   */
  changesUsername?: boolean
}

interface Author<T> extends Pick<CallContext<CallName>, 'scope' | 'caller'> {
  settle?: (tx: Tx, response: T) => Promise<void>
}

/**
 * Runs one change of an organisation in a transaction under its lock, if the caller has the needed permission by then.
 * Mails and the response that is stored for a repeated request commit with the change.
 */
export const changeOrganization = async <T>(
  { db, mailer, changesUsername = false }: ChangeOptions,
  { scope, caller, settle }: Author<T>,
  needed: Permission,
  change: (tx: Tx, organization: OrganizationRow, author: Membership) => Promise<T>,
): Promise<T> => {
  const { organizationId } = scopeOf(scope)
  const user = requireUser(caller)
  await mailer.ready()
  const response = await db.transaction(async (tx) => {
    const organization = await lockOrganization(tx, organizationId, changesUsername ? 'update' : 'no key update')
    const changed = await change(tx, organization, await requireMembership(tx, organizationId, user, needed))
    await settle?.(tx, changed)
    return changed
  })
  mailer.nudge()
  return response
}

export const publishOrganizationChanged = (tx: Tx, row: OrganizationRow) =>
  publishOrganizationEvents(tx, row.id, { kind: 'organizationChanged', organization: publishedOrganizationWire(row) })
