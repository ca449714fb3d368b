import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import type { QuotaNeed } from '../../../src/rules/quotas.ts'
import { ApiError } from '../../http/api-error.ts'
import type { QuotaLimits } from '../../limit-settings.ts'
import type { FundsNeed, HoldFunds } from '../../money/holds/hold-funds.ts'
import { lockOrganization } from '../../organizations/lock-organization.ts'
import type { Tx } from '../../store/connection.ts'
import { capacityCounters } from '../../store/schema.ts'
import type { Capacities } from '../catalogue/engine-capacity.ts'
import { isStopped } from '../funds/stop-for-funds.ts'
import { checkQuotas } from '../quotas/quotas.ts'
import type { Claim } from './capacity-counters.ts'

export interface Demand {
  organizationId: OrganizationId
  /** As in `replica.engine`. */
  engine: string
  /** What the new replicas claim. */
  claim: Claim
  /** What quotas have to cover beyond what counts already; absent for replicas that a roll-out adds for a while. */
  quota?: QuotaNeed
  /** What it costs beyond what is held already; absent if it costs nothing more, or for a while only. */
  funds?: FundsNeed
}

/**
 * Admits whatever takes resources: funds and quotas before the change, and the capacity of the engine after it. Rejects
 * with `fundsStopped`, `quotaExceeded`, `insufficientFunds` or `insufficientCapacity`, which rolls the change back.
 *
 * All transactions of compute lock in this order, so that none waits for another in a circle: cluster, instance,
 * project, organisation, its credit, users and audit chain, engine counters. Rows of one table are locked in the order of their ids.
 * Replicas and deployments are changed under the lock of their instance. Counters are locked last, because every
 * deployment on an engine waits for them.
 */
export interface Admission {
  admit<T>(tx: Tx, demand: Demand, change: () => Promise<T>): Promise<T>
}

const DISK_LOW =
  'The disk of this machine is nearly full, so new deployments are paused. Ask the operator to free some space.'

export const createAdmission = (capacities: Capacities, quotas: QuotaLimits, holdFunds?: HoldFunds): Admission => ({
  async admit(tx, { organizationId, engine, claim, quota, funds }, change) {
    const capacity = capacities.of(engine)
    // First, because an engine that is known to be unreachable fails here at once.
    const offered = await capacity.offered()
    if (await capacity.isDiskLow()) throw new ApiError('insufficientCapacity', { message: DISK_LOW })
    await checkCapacity(tx, engine, claim, offered)
    if (quota) await lockOrganization(tx, organizationId)
    // After the lock, which the stop of an organisation takes too.
    if (await isStopped(tx, organizationId)) throw new ApiError('fundsStopped')
    if (quota) await checkQuotas(tx, organizationId, quota, quotas)
    if (funds) await holdFunds?.(tx, organizationId, funds)
    const changed = await change()
    await takeCapacity(tx, engine, claim, offered)
    return changed
  },
})

/** What needs nothing of a resource fits even where more than all of it is taken. */
const needed = (claim: Claim) => (Object.keys(claim) as (keyof Claim)[]).filter((name) => claim[name] > 0)

/** Rejects early and without a lock what cannot fit; `takeCapacity` decides. */
async function checkCapacity(tx: Tx, engine: string, claim: Claim, offered: Claim): Promise<void> {
  const [held] = await tx.select().from(capacityCounters).where(eq(capacityCounters.engine, engine))
  if (needed(claim).some((name) => (held?.[name] ?? 0) + claim[name] > offered[name]))
    throw new ApiError('insufficientCapacity')
}

/** One statement checks and takes, so two transactions never take the same capacity. */
async function takeCapacity(tx: Tx, engine: string, claim: Claim, offered: Claim): Promise<void> {
  const names = needed(claim)
  if (names.length === 0) return
  await tx.insert(capacityCounters).values({ engine }).onConflictDoNothing()
  const taken = (name: keyof Claim): SQL => sql`${capacityCounters[name]} + ${claim[name]}::bigint`
  const rows = await tx
    .update(capacityCounters)
    .set(Object.fromEntries(names.map((name) => [name, taken(name)])))
    .where(
      and(eq(capacityCounters.engine, engine), ...names.map((name) => sql`${taken(name)} <= ${offered[name]}::bigint`)),
    )
    .returning({ engine: capacityCounters.engine })
  if (rows.length === 0) throw new ApiError('insufficientCapacity')
}

/** Corrects counters that differ from the claims, and returns their engines. Only a bug or a manual change leaves any. */
export async function resyncCounters(tx: Tx): Promise<string[]> {
  await tx.execute(sql`lock table ${capacityCounters} in exclusive mode`)
  const { rows } = await tx.execute<{ engine: string }>(sql`
    with held as (
      select engine, sum(cpu_milli) as cpu_milli, sum(memory_bytes) as memory_bytes,
        sum(storage_bytes) as storage_bytes, sum(gpu) as gpu
      from (
        select engine, cpu_milli, memory_bytes, storage_bytes, gpu from replica where claim_released_at is null
        union all select engine, cpu_milli, memory_bytes, storage_bytes, gpu from run where claim_released_at is null
      ) claims group by engine
    ), expected as (
      select engine, coalesce(h.cpu_milli, 0) as cpu_milli, coalesce(h.memory_bytes, 0) as memory_bytes,
        coalesce(h.storage_bytes, 0) as storage_bytes, coalesce(h.gpu, 0) as gpu
      from held h full join capacity_counter c using (engine)
    ), corrected as (
      insert into capacity_counter (engine, cpu_milli, memory_bytes, storage_bytes, gpu) select * from expected
      on conflict (engine) do update set cpu_milli = excluded.cpu_milli, memory_bytes = excluded.memory_bytes,
        storage_bytes = excluded.storage_bytes, gpu = excluded.gpu
      where (capacity_counter.cpu_milli, capacity_counter.memory_bytes, capacity_counter.storage_bytes,
        capacity_counter.gpu) <> (excluded.cpu_milli, excluded.memory_bytes, excluded.storage_bytes, excluded.gpu)
      returning engine
    ) select engine from corrected`)
  return rows.map(({ engine }) => engine)
}
