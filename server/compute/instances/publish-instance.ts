import { sql } from 'drizzle-orm'
import type { InstanceId } from '../../../src/contract/wire/common.ts'
import type { Instance } from '../../../src/contract/wire/compute.ts'
import { publishOrganizationEvents } from '../../live/outbox.ts'
import type { DbOrTx } from '../../store/connection.ts'
import type { GatewayLinks } from './gateway-links.ts'
import { type InstanceRow, instanceWire } from './instance-wire.ts'
import { loadInstance } from './load-instance.ts'

/** NOTIFY channel: the id of an instance whose row has changed, for the gateway's routes. */
export const INSTANCE_CHANNEL = 'instance'
/** NOTIFY channel: the id of an instance whose desired state has changed, for the reconciler of every node. */
export const DESIRED_STATE_CHANNEL = 'instance_desired_state'

/** Includes the progress message, because a client may have missed one that was published without an event. */
const always = ['revision', 'updatedAt', 'progressMessage'] as const
const reachable = ['latestUrlPreview', 'ports', 'services', 'deployments'] as const

/** The fields of an instance that depend on each column. Other columns are not in the API. */
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

/** Publishes the change of an instance in the transaction that changed these columns. */
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

/** Notifies the gateways of all nodes that an instance has changed. */
export const notifyInstance = (tx: DbOrTx, id: InstanceId) =>
  tx.execute(sql`select pg_notify(${INSTANCE_CHANNEL}, ${id}::text)`)

/** Returns the revision of the last event, and stores the current one in its place. */
async function markPublished(tx: DbOrTx, id: InstanceId): Promise<number> {
  const { rows } = await tx.execute<{ after: number }>(sql`
    update instance set published_revision = revision where id = ${id}
    returning (select published_revision::int from instance where id = ${id}) as after`)
  return rows[0]?.after ?? 0
}

/** Notifies the reconcilers once the transaction commits. A lost notification only delays a pass. */
export const notifyDesiredState = (tx: DbOrTx, id: InstanceId) =>
  tx.execute(sql`select pg_notify(${DESIRED_STATE_CHANNEL}, ${id}::text)`)

async function readInstance(tx: DbOrTx, id: InstanceId, links: GatewayLinks): Promise<Instance> {
  const loaded = await loadInstance(tx, id)
  if (!loaded) throw new Error(`Instance ${id} does not exist; no event was published.`)
  return instanceWire(loaded.row, loaded.deployments, links)
}
