import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { DeploymentId } from '../../../src/contract/wire/common.ts'
import type { WorkloadSpec } from '../../engines/engine.ts'
import type { Db, Tx } from '../../store/connection.ts'
import { deployments, hostPorts, instances } from '../../store/schema.ts'
import type { HostPortRange } from './host-port-range.ts'
import { StartFailed } from './start-failed.ts'

export interface HostPorts {
  /** A port of this machine for each container port; the same ones when the deployment has them already. */
  reserve(id: DeploymentId, containerPorts: readonly number[]): Promise<WorkloadSpec['ports']>
  /** Gives up the ports of a deployment because another program uses one of them. */
  giveUp(id: DeploymentId): Promise<void>
}

/** Two reservations at once must not take the same port. */
const PORTS_LOCK = 4_600_110_022

/**
 * Ports are chosen here and not by the engine: a port that an ended workload leaves is given to no other one while a
 * gateway may still lead the former one's visitors there.
 */
export function createHostPorts(db: Db, range: HostPortRange, restMs: number): HostPorts {
  return {
    reserve: (id, containerPorts) =>
      db.transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(${PORTS_LOCK})`)
        await releaseUnused(tx)
        await tx.delete(hostPorts).where(lt(hostPorts.releasedAt, sql`now() - make_interval(secs => ${restMs / 1000})`))
        const held = await tx
          .update(hostPorts)
          .set({ releasedAt: null })
          .where(and(eq(hostPorts.deploymentId, id), inArray(hostPorts.containerPort, [...containerPorts])))
          .returning()
        const ports = []
        for (const containerPort of containerPorts) {
          const own = held.find((port) => port.containerPort === containerPort)
          ports.push({ containerPort, hostPort: own?.port ?? (await take(tx, id, containerPort)) })
        }
        return ports
      }),

    giveUp: async (id) => {
      await db
        .update(hostPorts)
        .set({ deploymentId: sql`gen_random_uuid()`, releasedAt: sql`now()` })
        .where(eq(hostPorts.deploymentId, id))
    },
  }

  async function take(tx: Tx, deploymentId: DeploymentId, containerPort: number): Promise<number> {
    const { rows } = await tx.execute<{ port: number }>(sql`
      insert into host_port (port, deployment_id, container_port)
      select candidate.number, ${deploymentId}, ${containerPort}
      from generate_series(${range.from}::int, ${range.to}::int) as candidate(number)
      where not exists (select 1 from host_port taken where taken.port = candidate.number)
      order by random() limit 1
      returning port`)
    const [taken] = rows
    if (taken) return taken.port
    throw new StartFailed(
      'noPort',
      'All ports that this installation may use are taken. Close another instance, or ask whoever runs this to set a wider range (LONGSHORE_HOST_PORTS).',
    )
  }
}

/** Starts the rest of ports whose deployment no longer runs and will not be started again. */
async function releaseUnused(tx: Tx): Promise<void> {
  const inUse = tx
    .select({ one: sql`1` })
    .from(instances)
    .innerJoin(deployments, eq(deployments.id, instances.activeDeployment))
    .where(
      and(
        eq(instances.activeDeployment, hostPorts.deploymentId),
        sql`(${instances.state} in ('Starting', 'Active') or ${instances.leaseOwner} is not null)`,
      ),
    )
  await tx
    .update(hostPorts)
    .set({ releasedAt: sql`now()` })
    .where(and(isNull(hostPorts.releasedAt), sql`not exists (${inUse})`))
}
