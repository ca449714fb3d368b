import { eq, or, sql } from 'drizzle-orm'
import { writeOperatorAudit } from '../audit/write-audit.ts'
import { removeKeptData, resume, stopForFunds } from '../compute/funds/stop-for-funds.ts'
import type { Db } from '../store/connection.ts'
import { organizations } from '../store/schema.ts'

const DAY_MS = 86_400_000

type OrganizationRow = Pick<typeof organizations.$inferSelect, 'id' | 'username'>

/** Returns the organisation with this id or username. */
export async function findOrganizationNamed(db: Db, name: string): Promise<OrganizationRow | undefined> {
  const named = or(sql`${organizations.id}::text = ${name.toLowerCase()}`, eq(organizations.username, name))
  const [row] = await db
    .select({ id: organizations.id, username: organizations.username })
    .from(organizations)
    .where(named)
  return row
}

export type FundsChange = 'stop' | 'resume' | 'remove-data'

interface FundsRequest {
  change: FundsChange
  organization: OrganizationRow
  /** Data of organisations that were stopped more recently is kept. */
  days: number
  operator: string
}

/** Stops or resumes the running work of an organisation, or deletes what it kept. Returns what happened, as a line. */
export async function changeFunds(db: Db, { change, organization, days, operator }: FundsRequest): Promise<string> {
  const { id, username } = organization
  const record = (action: 'funds.stopped' | 'funds.resumed' | 'funds.dataRemoved', after: Record<string, unknown>) =>
    writeOperatorAudit(db, { userId: null, operator, action, before: {}, after: { organization: username, ...after } })
  if (change === 'remove-data') {
    const deleting = await removeKeptData(db, id, new Date(Date.now() - days * DAY_MS))
    await record('funds.dataRemoved', deleting)
    const { volumes, snapshots } = deleting
    return volumes + snapshots === 0
      ? 'Nothing is kept that may be deleted.'
      : `${volumes} volumes and ${snapshots} snapshots are being deleted.`
  }
  const { isChanged } = change === 'stop' ? await stopForFunds(db, id) : await resume(db, id)
  if (!isChanged) return 'Nothing changed.'
  await record(change === 'stop' ? 'funds.stopped' : 'funds.resumed', {})
  return change === 'stop'
    ? 'Its running work is being closed. Configurations, volumes and addresses are kept.'
    : 'What was running is being started again.'
}
