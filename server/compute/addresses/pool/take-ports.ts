import { and, eq, lt, sql } from 'drizzle-orm'
import type { InstanceId, OrganizationId } from '../../../../src/contract/wire/common.ts'
import { ApiError } from '../../../http/api-error.ts'
import type { HostPortRange } from '../../../setting-kinds.ts'
import type { Tx } from '../../../store/connection.ts'
import { organizationQuotas, sharedPorts } from '../../../store/schema.ts'

export interface SharedPortSettings {
  range: HostPortRange
  /** The port quota of an organisation without its own; null is unlimited. */
  quota: number | null
}

export interface ServicePortKey {
  service: string
  protocol: 'tcp' | 'udp'
  containerPort: number
}

interface PortsOf {
  organizationId: OrganizationId
  instanceId: InstanceId
  /** Empty for the gateway's. */
  address: string
}

const REST_MS = 600_000

/** Gives each port of an instance a port of the shared address, which it keeps. Call it with allocations locked. */
export async function takePorts(
  tx: Tx,
  of: PortsOf,
  needed: readonly ServicePortKey[],
  { range, quota }: SharedPortSettings,
): Promise<void> {
  if (needed.length === 0) return
  await tx.delete(sharedPorts).where(lt(sharedPorts.releasedAt, sql`now() - make_interval(secs => ${REST_MS / 1000})`))
  const own = await tx.select().from(sharedPorts).where(eq(sharedPorts.instanceId, of.instanceId))
  const missing = needed.filter((port) => !own.some((row) => isSamePort(row, port)))
  if (missing.length === 0) return
  await checkQuota(tx, of.organizationId, missing.length, quota)
  for (const port of missing) await takePort(tx, of, port, range)
}

export const isSamePort = (one: ServicePortKey, other: ServicePortKey): boolean =>
  one.service === other.service && one.protocol === other.protocol && one.containerPort === other.containerPort

async function takePort(
  tx: Tx,
  { address, organizationId, instanceId }: PortsOf,
  { service, protocol, containerPort }: ServicePortKey,
  { from, to }: HostPortRange,
): Promise<void> {
  const { rowCount } = await tx.execute(sql`
    insert into ${sharedPorts} (address, protocol, port, organization_id, instance_id, service, container_port)
    select ${address}, ${protocol}, candidate.number, ${organizationId}, ${instanceId}, ${service}, ${containerPort}
    from generate_series(${from}::int, ${to}::int) as candidate(number)
    where not exists (
      select 1 from ${sharedPorts} taken
      where taken.address = ${address} and taken.protocol = ${protocol} and taken.port = candidate.number)
    order by random() limit 1
    on conflict do nothing`)
  if (rowCount !== 1) throw new ApiError('noFreePort')
}

/** Ports that rest count too: otherwise creating and deleting repeatedly would take the ports of others. */
async function checkQuota(tx: Tx, organizationId: OrganizationId, more: number, usual: number | null): Promise<void> {
  const [own] = await tx
    .select({ limit: organizationQuotas.ports })
    .from(organizationQuotas)
    .where(eq(organizationQuotas.organizationId, organizationId))
  const limit = own?.limit ?? usual
  if (limit === null) return
  const held = await tx.$count(sharedPorts, eq(sharedPorts.organizationId, organizationId))
  if (held + more <= limit) return
  throw new ApiError('quotaExceeded', {
    message: `Your organisation holds ${held} of its ${limit} ports of the shared address, and this instance needs ${more} more. The ports of deleted instances count for another ten minutes. Open fewer ports, or ask the operator to raise the limit (LONGSHORE_QUOTA_PORTS).`,
  })
}

/** Lets ports rest that an instance no longer has. */
export async function releasePorts(tx: Tx, rows: readonly (typeof sharedPorts.$inferSelect)[]): Promise<void> {
  for (const { address, protocol, port } of rows)
    await tx
      .update(sharedPorts)
      .set({ instanceId: null, releasedAt: sql`now()`, listenError: null })
      .where(and(eq(sharedPorts.address, address), eq(sharedPorts.protocol, protocol), eq(sharedPorts.port, port)))
}
