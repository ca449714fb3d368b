import { and, eq, inArray, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { DeploymentId, OrganizationId, UserId } from '../../src/contract/wire/common.ts'
import type { WorkloadSpec } from '../engines/engine.ts'
import type { HostPortRange } from '../setting-kinds.ts'
import type { Db, DbOrTx, Tx } from '../store/connection.ts'
import { hostPorts, instances, organizationQuotas, replicas } from '../store/schema.ts'
import { StartFailed } from './reconcile/replica/transition/replica-event.ts'

export interface HostPorts {
  /** Reserves a port of this address for each container port. Returns the same ports if the workload already has them. */
  reserve(workloadId: string, containerPorts: readonly number[], address: string): Promise<WorkloadSpec['ports']>
  /** Releases the ports of a workload because another program uses one of them. */
  giveUp(workloadId: string): Promise<void>
}

/** Serialises reservations, so that two never take the same port. */
const PORTS_LOCK = 4_600_110_022

interface HostPortOptions {
  db: Db
  range: HostPortRange
  restMs: number
  /** The port quota of an organisation without its own; null is unlimited. */
  quota: number | null
}

/** The organisation and user whose quotas a port counts towards, and the address that it is to be published on. */
interface Holder {
  address: string
  organizationId: OrganizationId
  userId: UserId | null
  limit: number | null
}

/**
 * Chooses host ports here and not in the engine: the port of an ended workload is not reused while a gateway may still
 * route the old workload's visitors to it. A holder at its limit reuses its own resting ports, so that creating and
 * deleting repeatedly takes no ports from others.
 */
export function createHostPorts({ db, range, restMs, quota }: HostPortOptions): HostPorts {
  return {
    reserve: (workloadId, containerPorts, address) =>
      db.transaction(async (tx) => {
        const id = holderId(workloadId)
        await tx.execute(sql`select pg_advisory_xact_lock(${PORTS_LOCK})`)
        await releaseUnused(tx)
        await tx.delete(hostPorts).where(lt(hostPorts.releasedAt, sql`now() - make_interval(secs => ${restMs / 1000})`))
        // Its engine had another address before.
        await abandon(tx, and(eq(hostPorts.deploymentId, id), ne(hostPorts.address, address)))
        const held = await tx
          .update(hostPorts)
          .set({ releasedAt: null })
          .where(and(eq(hostPorts.deploymentId, id), inArray(hostPorts.containerPort, [...containerPorts])))
          .returning()
        const holder = { ...(await holderOf(tx, id)), address }
        let available = await availablePorts(tx, holder)
        const ports = []
        for (const containerPort of containerPorts) {
          const own = held.find((port) => port.containerPort === containerPort)
          const allocate = available > 0 ? takeFree : takeOwnResting
          ports.push({ containerPort, hostPort: own?.port ?? (await allocate(tx, holder, id, containerPort)) })
          if (!own) available -= 1
        }
        return ports
      }),

    giveUp: (workloadId) => abandon(db, eq(hostPorts.deploymentId, holderId(workloadId))),
  }

  async function holderOf(tx: Tx, id: DeploymentId): Promise<Omit<Holder, 'address'>> {
    const [row] = await tx
      .select({
        organizationId: instances.organizationId,
        userId: instances.createdBy,
        ownLimit: organizationQuotas.ports,
      })
      .from(replicas)
      .innerJoin(instances, eq(instances.id, replicas.instanceId))
      .leftJoin(organizationQuotas, eq(organizationQuotas.organizationId, instances.organizationId))
      .where(eq(replicas.workloadId, id))
    if (!row) throw new Error(`No replica has the workload ${id}`)
    return { ...row, limit: row.ownLimit ?? quota }
  }

  async function takeFree(
    tx: Tx,
    { address, organizationId, userId }: Holder,
    id: DeploymentId,
    containerPort: number,
  ) {
    const { rows } = await tx.execute<{ port: number }>(sql`
      insert into host_port (address, port, deployment_id, container_port, organization_id, user_id)
      select ${address}, candidate.number, ${id}, ${containerPort}, ${organizationId}, ${userId}
      from generate_series(${range.from}::int, ${range.to}::int) as candidate(number)
      where not exists (
        select 1 from host_port taken where taken.address = ${address} and taken.port = candidate.number)
      order by random() limit 1
      returning port`)
    const [taken] = rows
    if (taken) return taken.port
    throw new StartFailed(
      'noPort',
      'All ports of the machine are in use. Close another instance, or ask the operator for a larger range (LONGSHORE_HOST_PORTS).',
    )
  }

  /** Takes the port of the same organisation and address that has rested longest. */
  async function takeOwnResting(
    tx: Tx,
    { address, organizationId, userId, limit }: Holder,
    id: DeploymentId,
    containerPort: number,
  ) {
    const [longest] = await tx
      .select({ port: hostPorts.port })
      .from(hostPorts)
      .where(
        and(
          eq(hostPorts.address, address),
          eq(hostPorts.organizationId, organizationId),
          isNotNull(hostPorts.releasedAt),
        ),
      )
      .orderBy(hostPorts.releasedAt)
      .limit(1)
    if (!longest) {
      throw new StartFailed(
        'portQuota',
        `You can hold at most ${limit} ports at once, and the ports of ended instances count for another ${Math.ceil(restMs / 60_000)} minutes. Wait and deploy again, close another instance, or ask the operator to raise the limit (LONGSHORE_QUOTA_PORTS).`,
      )
    }
    await tx
      .update(hostPorts)
      .set({ deploymentId: id, containerPort, userId, releasedAt: null })
      .where(and(eq(hostPorts.address, address), eq(hostPorts.port, longest.port)))
    return longest.port
  }
}

/**
 * Counts a user's ports in all organisations: otherwise deleting an organisation would free its ports at once. Ports
 * that rest at another address could not be used instead, so they do not count.
 */
async function availablePorts(tx: Tx, { address, organizationId, userId, limit }: Holder): Promise<number> {
  if (limit === null) return Number.POSITIVE_INFINITY
  const counts = or(isNull(hostPorts.releasedAt), eq(hostPorts.address, address))
  const ofOrganization = await tx.$count(hostPorts, and(eq(hostPorts.organizationId, organizationId), counts))
  const ofUser = userId === null ? 0 : await tx.$count(hostPorts, and(eq(hostPorts.userId, userId), counts))
  return limit - Math.max(ofOrganization, ofUser)
}

/** Takes ports from their workload for good. They rest without counting towards a quota. */
async function abandon(db: DbOrTx, which: SQL | undefined): Promise<void> {
  await db
    .update(hostPorts)
    .set({ deploymentId: sql`gen_random_uuid()`, organizationId: null, userId: null, releasedAt: sql`now()` })
    .where(which)
}

/** Starts the resting time of ports whose workload has ended for good. */
async function releaseUnused(tx: Tx): Promise<void> {
  await tx
    .update(hostPorts)
    .set({ releasedAt: sql`now()` })
    .where(
      and(
        isNull(hostPorts.releasedAt),
        sql`not exists (
          select 1 from replica r where r.workload_id = ${hostPorts.deploymentId}::text
            and (r.removed_at is null or r.lease_owner is not null))`,
      ),
    )
}

/** The column is older than replicas, when a deployment was one workload. */
const holderId = (workloadId: string) => workloadId as DeploymentId
