import { sql } from 'drizzle-orm'
import type { InstanceId } from '../../../src/contract/wire/common.ts'
import type { Instance } from '../../../src/contract/wire/compute.ts'
import { publishOrganizationEvents } from '../../live/outbox.ts'
import type { DbOrTx } from '../../store/connection.ts'
import type { GatewayLinks } from './gateway-links.ts'
import { type InstanceRow, instanceWire } from './instance-wire.ts'
import { loadInstance } from './load-instance.ts'

/** Carries an instance's id whenever its row has changed, for the gateway's routes. */
export const INSTANCE_CHANNEL = 'instance'
/** Carries an instance's id when its desired state has changed, so that the reconciler of every node runs a pass. */
export const DESIRED_STATE_CHANNEL = 'instance_desired_state'

/** The progress message too, because a client may have missed one that came without an event. */
const always = ['revision', 'updatedAt', 'progressMessage'] as const
const reachable = ['latestUrlPreview', 'ports', 'services', 'deployments'] as const

/** The fields of an instance that each column decides; other columns are not part of it. */
const fieldsOf: Partial<Record<keyof InstanceRow, readonly (keyof Instance)[]>> = {
  name: ['name'],
  desiredState: ['desiredState'],
  state: ['state', ...reachable],
  status: ['status', 'deployments'],
  publishedPorts: reachable,
  error: ['error'],
  finishedAt: ['finishedAt'],
  observedAt: ['observedAt'],
}

/** Publishes what became of an instance, in the transaction that changed these columns of it. */
export async function publishInstanceChanged(
  tx: DbOrTx,
  id: InstanceId,
  links: GatewayLinks,
  columns: readonly (keyof InstanceRow)[],
): Promise<Instance> {
  const instance = await readInstance(tx, id, links)
  const after = await markPublished(tx, id)
  const fields: (keyof Instance)[] = [...always, ...columns.flatMap((column) => fieldsOf[column] ?? [])]
  await publishOrganizationEvents(tx, instance.organizationId, {
    kind: 'instanceChanged',
    id,
    after,
    revision: instance.revision,
    changes: Object.fromEntries(fields.map((field) => [field, instance[field]])),
  })
  await notifyInstance(tx, id)
  return instance
}

export async function publishInstanceCreated(tx: DbOrTx, id: InstanceId, links: GatewayLinks): Promise<Instance> {
  const instance = await readInstance(tx, id, links)
  await publishOrganizationEvents(tx, instance.organizationId, { kind: 'instanceCreated', row: instance })
  await notifyInstance(tx, id)
  return instance
}

/** Wakes what follows this instance on every node. */
export const notifyInstance = (tx: DbOrTx, id: InstanceId) =>
  tx.execute(sql`select pg_notify(${INSTANCE_CHANNEL}, ${id}::text)`)

/** Returns the revision that the last event made, and stores this one in its place. */
async function markPublished(tx: DbOrTx, id: InstanceId): Promise<number> {
  const { rows } = await tx.execute<{ after: number }>(sql`
    update instance set published_revision = revision where id = ${id}
    returning (select published_revision::int from instance where id = ${id}) as after`)
  return rows[0]?.after ?? 0
}

/** Wakes the reconcilers once the transaction commits. A lost notification only delays: the row itself is the work to do. */
export const notifyDesiredState = (tx: DbOrTx, id: InstanceId) =>
  tx.execute(sql`select pg_notify(${DESIRED_STATE_CHANNEL}, ${id}::text)`)

async function readInstance(tx: DbOrTx, id: InstanceId, links: GatewayLinks): Promise<Instance> {
  const loaded = await loadInstance(tx, id)
  if (!loaded) throw new Error(`Instance ${id} does not exist; no event was published.`)
  return instanceWire(loaded.row, loaded.deployments, links)
}
