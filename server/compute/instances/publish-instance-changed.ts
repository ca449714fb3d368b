import { sql } from 'drizzle-orm'
import type { InstanceId } from '../../../src/contract/wire/common.ts'
import type { Instance } from '../../../src/contract/wire/compute.ts'
import { publishOrganizationEvents } from '../../live/outbox.ts'
import type { DbOrTx } from '../../store/connection.ts'
import type { GatewayLinks } from './gateway-links.ts'
import { INSTANCE_CHANNEL } from './instance-channel.ts'
import { instanceWire } from './instance-wire.ts'
import { loadInstance } from './load-instance.ts'

/** Tells everybody what an instance has become, in the transaction that made it so. */
export async function publishInstanceChanged(tx: DbOrTx, id: InstanceId, links: GatewayLinks): Promise<Instance> {
  const loaded = await loadInstance(tx, id)
  if (!loaded) throw new Error(`Instance ${id} does not exist; no event was published`)
  const instance = instanceWire(loaded.row, loaded.deployments, links)
  await publishOrganizationEvents(tx, instance.organizationId, { kind: 'instanceChanged', instance })
  await tx.execute(sql`select pg_notify(${INSTANCE_CHANNEL}, ${id}::text)`)
  return instance
}
