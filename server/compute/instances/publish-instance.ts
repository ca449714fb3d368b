import { eq, sql } from 'drizzle-orm'
import type { OrganizationEvent } from '../../../src/contract/live.ts'
import type { InstanceId } from '../../../src/contract/wire/common.ts'
import type { Instance } from '../../../src/contract/wire/compute.ts'
import { publishOrganizationEvents } from '../../live/outbox.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { instances } from '../../store/schema.ts'
import type { GatewayLinks } from './gateway-links.ts'
import { type InstanceRow, instanceWire } from './instance-wire.ts'
import { loadInstance, loadInstances } from './load-instance.ts'

/** NOTIFY channel: the id of an instance whose row has changed, for the gateway's routes. */
export const INSTANCE_CHANNEL = 'instance'
/** NOTIFY channel: the id of an instance whose desired state has changed, for the reconciler of every node. */
export const DESIRED_STATE_CHANNEL = 'instance_desired_state'

/** Includes the progress message, because a client may have missed one that was published without an event. */
const always = ['revision', 'updatedAt', 'progressMessage'] as const
const reachable = ['latestUrlPreview', 'ports', 'services', 'deployments'] as const

const sized = ['cpu', 'memory', 'storage', 'machineImageId', 'extendedInstances'] as const

/** The fields of an instance that depend on each column. Other columns are not in the API. */
const fieldsOf: Partial<Record<keyof InstanceRow, readonly (keyof Instance)[]>> = {
  name: ['name'],
  projectId: ['computeProject'],
  desiredState: ['desiredState'],
  state: ['state', ...reachable],
  status: ['status', 'deployments'],
  publishedPorts: [...reachable, 'providerHost'],
  error: ['error'],
  finishedAt: ['finishedAt'],
  observedAt: ['observedAt'],
  activeDeployment: ['activeDeployment', ...reachable],
  // A deployment changes whatever it configures.
  desiredDeployment: ['desiredDeployment', 'image', 'environment', ...sized, ...reachable],
  autoscalingRules: ['services', 'deployments'],
  scaledReplicas: ['services', 'deployments', ...sized],
}

/**
 * Publishes the change of an instance in the transaction that changed these columns, after `earlier` events of its
 * organisation. It comes last in the transaction, because it locks the organisation's row.
 */
export async function publishInstanceChanged(
  tx: DbOrTx,
  id: InstanceId,
  links: GatewayLinks,
  columns: readonly (keyof InstanceRow)[],
  earlier: readonly OrganizationEvent[] = [],
): Promise<Instance> {
  const { instance, after } = await markPublished(tx, id, links)
  const fields: (keyof Instance)[] = [...always, ...columns.flatMap((column) => fieldsOf[column] ?? [])]
  const changes = Object.fromEntries(fields.map((field) => [field, instance[field]]))
  const { organizationId, revision } = instance
  await notifyInstance(tx, id)
  await publishOrganizationEvents(tx, organizationId, ...earlier, {
    kind: 'instanceChanged',
    id,
    after,
    revision,
    changes,
  })
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
async function markPublished(
  tx: DbOrTx,
  id: InstanceId,
  links: GatewayLinks,
): Promise<{ instance: Instance; after: number }> {
  const marked = tx.$with('marked').as(
    tx
      .update(instances)
      .set({ publishedRevision: sql`${instances.revision}` })
      .where(eq(instances.id, id))
      .returning({ id: instances.id }),
  )
  // One statement: the query reads the row as it was before the update.
  const [loaded] = await loadInstances(tx.with(marked)).where(eq(instances.id, id)).prepare('mark_published').execute()
  if (!loaded) throw new Error(`Instance ${id} does not exist; no event was published.`)
  return { instance: instanceWire(loaded, links), after: loaded.row.publishedRevision }
}

/** Notifies the reconcilers once the transaction commits. A lost notification only delays a pass. */
export const notifyDesiredState = (tx: DbOrTx, id: InstanceId) =>
  tx.execute(sql`select pg_notify(${DESIRED_STATE_CHANNEL}, ${id}::text)`)

async function readInstance(tx: DbOrTx, id: InstanceId, links: GatewayLinks): Promise<Instance> {
  const loaded = await loadInstance(tx, id)
  if (!loaded) throw new Error(`Instance ${id} does not exist; no event was published.`)
  return instanceWire(loaded, links)
}
