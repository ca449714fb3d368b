import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import type { ResourceUse, ResourceUses } from '../../../src/contract/wire/overview/overview.ts'
import type { DiskUse, Engine } from '../../engines/engine.ts'
import type { Engines } from '../../engines/engines.ts'
import type { WorkloadStats } from '../../engines/interface/stats.ts'
import type { Db } from '../../store/connection.ts'
import { limitConcurrency } from '../logs/reading/limit-concurrency.ts'
import { promisedResources } from './promised-resources.ts'

interface MeterOptions {
  db: Db
  engines: Engines<Pick<Engine, 'stats'>>
  diskWatch: { measured(): ReadonlyMap<string, DiskUse> | undefined }
}

export interface ResourceMeter {
  /** Asks the engine for each workload at most every ten seconds. */
  measure(organizationId: OrganizationId): Promise<ResourceUses>
}

const LASTS_MS = 10_000
/** A rate needs two samples; of an older one nobody wants to know. */
const SAMPLE_MIN_MS = 500
const SAMPLE_MAX_MS = 300_000
/** More would take an engine too long. The answer says how many were measured. */
const MAX_WORKLOADS = 200
const AT_ONCE = 8

interface Measured {
  cpu: number | null
  memory: number | null
}

export function createResourceMeter({ db, engines, diskWatch }: MeterOptions): ResourceMeter {
  const running = new Map<OrganizationId, Promise<ResourceUses>>()
  const samples = new Map<string, WorkloadStats>()
  const known = new Map<string, { measured: Measured; atMs: number }>()

  function measure(organizationId: OrganizationId): Promise<ResourceUses> {
    const result =
      running.get(organizationId) ?? measureNow(organizationId).finally(() => running.delete(organizationId))
    running.set(organizationId, result)
    return result
  }

  async function measureNow(organizationId: OrganizationId): Promise<ResourceUses> {
    const [promised, workloads, volumes] = await Promise.all([
      promisedResources(db, organizationId),
      runningWorkloads(db, organizationId),
      volumeUse(db, organizationId),
    ])
    const used = await workloadUse(workloads.slice(0, MAX_WORKLOADS))
    const disks = diskWatch.measured()
    const onDisk = workloads.map(({ id }) => disks?.get(id)).map((use) => (typeof use === 'number' ? use : null))
    const total = workloads.length
    const cpu = used.map((one) => one.cpu)
    const memory = used.map((one) => one.memory)
    return {
      at: new Date().toISOString(),
      cpu: summed(promised.cpu, total, cpu),
      memory: summed(promised.memory, total, memory),
      storage: summed(promised.storage, total + volumes.length, [...onDisk, ...volumes]),
    }
  }

  async function workloadUse(workloads: readonly RunningWorkload[]): Promise<Measured[]> {
    forgetOld()
    const due = workloads.filter(({ id }) => !known.has(id))
    const first = await sampleAll(due)
    const isNew = due.filter(({ id }) => first.has(id) && !samples.has(id))
    if (isNew.length > 0) await delay(SAMPLE_MIN_MS, undefined, { ref: false })
    const second = await sampleAll(isNew)
    for (const { id } of due) {
      const [earlier, latest] = second.has(id) ? [first.get(id), second.get(id)] : [samples.get(id), first.get(id)]
      if (latest) samples.set(id, latest)
      const measured = { cpu: rateOf(earlier, latest), memory: latest?.memoryBytes ?? null }
      known.set(id, { measured, atMs: performance.now() })
    }
    return workloads.map(({ id }) => known.get(id)?.measured ?? { cpu: null, memory: null })
  }

  /** Workloads that their engine does not answer for are left out. */
  async function sampleAll(workloads: readonly RunningWorkload[]): Promise<Map<string, WorkloadStats>> {
    const inTurn = limitConcurrency(AT_ONCE)
    const found = new Map<string, WorkloadStats>()
    const sample = async ({ id, engine }: RunningWorkload) => found.set(id, await engines.of(engine).stats(id))
    await Promise.allSettled(workloads.map((workload) => inTurn(() => sample(workload))))
    return found
  }

  function forgetOld(): void {
    const nowMs = Date.now()
    for (const [id, { atMs }] of samples) if (nowMs - atMs > SAMPLE_MAX_MS) samples.delete(id)
    for (const [id, { atMs }] of known) if (performance.now() - atMs > LASTS_MS) known.delete(id)
  }

  return { measure }
}

/** Thousandths of a core between two samples; null without two, and for a workload that was restarted between them. */
function rateOf(earlier: WorkloadStats | undefined, latest: WorkloadStats | undefined): number | null {
  if (!earlier || !latest || latest.atMs <= earlier.atMs || latest.cpuMicros < earlier.cpuMicros) return null
  return Math.round((latest.cpuMicros - earlier.cpuMicros) / (latest.atMs - earlier.atMs))
}

function summed(promised: number, total: number, values: readonly (number | null)[]): ResourceUse {
  const known = values.filter((value) => value !== null)
  const used = known.reduce((sum, value) => sum + value, 0)
  // Nothing runs: nothing is used, which is known.
  return { promised, used: known.length > 0 || total === 0 ? used : null, measured: known.length, total }
}

type RunningWorkload = { id: string; engine: string }

async function runningWorkloads(db: Db, organizationId: OrganizationId): Promise<RunningWorkload[]> {
  const { rows } = await db.execute<RunningWorkload>(sql`
    select r.workload_id as id, r.engine from replica r join instance i on i.id = r.instance_id
    where i.organization_id = ${organizationId} and r.removed_at is null and r.status in ('PROVISIONED', 'Deployed')
    order by r.created_at`)
  return rows
}

async function volumeUse(db: Db, organizationId: OrganizationId): Promise<(number | null)[]> {
  const { rows } = await db.execute<{ used: string | null }>(sql`
    select used_bytes::text as used from volume
    where organization_id = ${organizationId} and state in ('Available', 'Restoring')`)
  return rows.map(({ used }) => (used === null ? null : Number(used)))
}
