import { and, eq, sql } from 'drizzle-orm'
import type { InstanceId } from '../../../../src/contract/wire/common.ts'
import type { Domain, DomainId } from '../../../../src/contract/wire/domains/domain.ts'
import { ApiError } from '../../../http/api-error.ts'
import { publishOrganizationEvents } from '../../../live/outbox.ts'
import type { DbOrTx, Tx } from '../../../store/connection.ts'
import { domainCertificates, domains } from '../../../store/schema.ts'
import { notifyInstance } from '../../instances/publish-instance.ts'
import type { DomainTargets } from '../checks/required-records.ts'
import { type CertificateRow, type DomainRow, domainWire } from './domain-wire.ts'

/** NOTIFY channel: the id of a domain whose certificate has changed, for the gateways of all nodes. */
export const CERTIFICATE_CHANNEL = 'domain_certificate'

/** Changes to one name take turns: only one organisation can hold it. */
export const lockName = (tx: Tx, name: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`domain ${name}`}, 0))`)

export async function readDomainRow(db: DbOrTx, id: DomainId): Promise<DomainRow | undefined> {
  const [row] = await db.select().from(domains).where(eq(domains.id, id))
  return row
}

export async function readCertificateRow(db: DbOrTx, id: DomainId): Promise<CertificateRow | undefined> {
  const [row] = await db.select().from(domainCertificates).where(eq(domainCertificates.domainId, id))
  return row
}

/** Locks a domain of an instance, after its name. */
export async function lockDomain(
  tx: Tx,
  { id, domainId }: { id?: InstanceId; domainId: DomainId },
): Promise<DomainRow> {
  const found = await readDomainRow(tx, domainId)
  if (!found || (id !== undefined && found.instanceId !== id)) throw new ApiError('notFound')
  await lockName(tx, found.name)
  const [row] = await tx
    .select()
    .from(domains)
    .where(and(eq(domains.id, domainId), eq(domains.instanceId, found.instanceId)))
    .for('no key update')
  if (!row) throw new ApiError('notFound')
  return row
}

/** What each change of a domain can show differently. */
const changing = [
  'instanceId',
  'containerPort',
  'verified',
  'state',
  'records',
  'checks',
  'checkedAt',
  'nextCheckAt',
  'redirectToHttps',
  'hstsSeconds',
  'certificate',
  'revision',
  'updatedAt',
] as const satisfies readonly (keyof Domain)[]

/** Writes a change of a domain and publishes it. It locks the organisation's row, so it comes last. */
export async function changeDomain(
  tx: Tx,
  id: DomainId,
  targets: DomainTargets,
  set: Partial<typeof domains.$inferInsert> = {},
): Promise<Domain> {
  const [row] = await tx
    .update(domains)
    .set({ ...set, revision: sql`${domains.revision} + 1`, updatedAt: sql`now()` })
    .where(eq(domains.id, id))
    .returning()
  if (!row) throw new ApiError('notFound')
  const domain = domainWire(row, await readCertificateRow(tx, id), targets)
  const changes = Object.fromEntries(changing.map((field) => [field, domain[field]]))
  await notifyInstance(tx, row.instanceId)
  await publishOrganizationEvents(tx, row.organizationId, {
    kind: 'domainChanged',
    id,
    revision: row.revision,
    changes,
  })
  return domain
}

export const notifyCertificate = (tx: DbOrTx, id: DomainId) =>
  tx.execute(sql`select pg_notify(${CERTIFICATE_CHANNEL}, ${id}::text)`)
