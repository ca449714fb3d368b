import { and, eq, isNull, or } from 'drizzle-orm'
import type { Tx } from '../../../store/connection.ts'
import { addresses, deployments, sharedPorts } from '../../../store/schema.ts'
import type { InstanceRow } from '../../instances/instance-wire.ts'
import { lockProject } from '../../volumes/rows/lock-project.ts'
import { isSamePort, releasePorts } from '../pool/take-ports.ts'
import type { AddressRow } from '../rows/address-wire.ts'
import { attachAddress } from '../rows/change-address.ts'
import { releaseAddress } from '../rows/release-address.ts'
import { forwardedPorts, type LeasingService, staticNameOf } from './leased-places.ts'

type Leased = Pick<InstanceRow, 'id' | 'host' | 'projectId' | 'desiredDeployment'>

/** Serialises changes of an instance's static addresses. Call it before the organisation's row is locked. */
export async function lockAddresses(tx: Tx, { id, projectId }: Leased): Promise<void> {
  const isStatic = and(eq(addresses.instanceId, id), eq(addresses.type, 'static'))
  if ((await tx.$count(addresses, isStatic)) > 0) await lockProject(tx, projectId)
}

/**
 * Releases what no deployment of an instance uses any more. Dedicated addresses are kept while one runs that has them;
 * static ones and shared ports also by the newest deployment of an instance that has ended. Connections of replicas
 * that still drain go on. Returns whether anything was released.
 */
export async function settleAddresses(tx: Tx, instance: Leased): Promise<boolean> {
  const [held, ports] = await heldBy(tx, instance)
  if (held.length + ports.length === 0) return false
  const newest = instance.desiredDeployment
  const rows = await tx
    .select({ id: deployments.id, endedAt: deployments.endedAt, configuration: deployments.configuration })
    .from(deployments)
    .where(
      and(
        eq(deployments.instanceId, instance.id),
        newest ? or(isNull(deployments.endedAt), eq(deployments.id, newest)) : isNull(deployments.endedAt),
      ),
    )
  const kept = rows.flatMap(({ configuration }) => configuration.services)
  const running = rows.flatMap(({ endedAt, configuration }) => (endedAt ? [] : configuration.services))
  const over: AddressRow[] = held.filter((row) =>
    row.type === 'dedicated' ? !hasDedicated(running, row.service) : !hasStatic(kept, row.name),
  )
  for (const row of over) await letGo(tx, row)
  const needed = kept
    .filter(({ ipLease }) => ipLease === 'shared-ip')
    .flatMap((service) => forwardedPorts(service).map((port) => ({ ...port, service: service.name })))
  const unused = ports.filter((row) => !needed.some((port) => isSamePort(row, port)))
  await releasePorts(tx, unused)
  return over.length + unused.length > 0

  function hasStatic(services: readonly LeasingService[], name: string): boolean {
    return services.some((service) => service.ipLease === 'static' && staticNameOf(service, instance.host) === name)
  }
}

/** Leaves the static addresses of an instance that is about to be deleted in its project, and releases the rest. */
export async function leaveAddresses(tx: Tx, instance: Pick<Leased, 'id'>): Promise<void> {
  const [held, ports] = await heldBy(tx, instance)
  for (const row of held) await letGo(tx, row)
  await releasePorts(tx, ports)
}

const letGo = (tx: Tx, row: AddressRow): Promise<void> =>
  row.type === 'dedicated' ? releaseAddress(tx, row) : attachAddress(tx, row.id, { instanceId: null, service: '' })

const heldBy = (tx: Tx, { id }: Pick<Leased, 'id'>) =>
  Promise.all([
    tx.select().from(addresses).where(eq(addresses.instanceId, id)).orderBy(addresses.id),
    tx.select().from(sharedPorts).where(eq(sharedPorts.instanceId, id)),
  ])

const hasDedicated = (services: readonly LeasingService[], name: string): boolean =>
  services.some((service) => service.name === name && service.ipLease === 'dedicated-ip')
