import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resyncCounters } from '../../server/compute/admission/admission.ts'
import { createProcessEngine } from '../../server/engines/process.ts'
import { isLongRun } from '../long-runs.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'
import { withVolumes } from './engine-with-volumes.ts'
import { until } from './until.ts'
import { usageModel } from './usage-model.ts'

const folder = mkdtempSync(join(tmpdir(), 'longshore-usage-model-'))
const processes = createProcessEngine({ dataFolder: folder })
const data = withVolumes(processes)
let harness: ComputeHarness
beforeAll(async () => {
  const regions = join(folder, 'regions.json')
  const region = { name: 'us-west', title: 'US West', storage: { beta2: 1000 }, addressPool: ['127.20.11.0/24'] }
  writeFileSync(regions, JSON.stringify([region]))
  harness = await computeHarness({
    engine: data.engine,
    environment: {
      LONGSHORE_REGIONS: regions,
      LONGSHORE_DATA: folder,
      LONGSHORE_DISK_WATCH_SECONDS: '1',
      LONGSHORE_RESERVE_DISK_MB: '1',
      LONGSHORE_QUOTA_ADDRESSES: '200',
      LONGSHORE_QUOTA_INSTANCES: '200',
    },
  })
})
afterAll(async () => {
  await harness?.close()
  await processes.close()
  rmSync(folder, { recursive: true, force: true })
})

const DAY_MS = 86_400_000
const SETTLES_MS = 30_000
const actions = [
  'deploy',
  'deploy with a volume',
  'deploy on a dedicated address',
  'deploy on a static address',
  'close',
  'restart',
  'delete',
  'move',
  'resize a volume',
  'delete a volume',
  'take a snapshot',
  'delete a snapshot',
  'lease an address',
  'release an address',
  'archive or restore a project',
  'stop for funds or resume',
] as const
const step = fc.record({
  action: fc.constantFrom(...actions),
  place: fc.nat({ max: 1000 }),
  /** How long everything stays as it is after this step. */
  days: fc.integer({ min: 1, max: 20 }),
})

/** Lets time pass: what was recorded so far lies further back. */
const pass = (ms: number) =>
  harness.store.pool.query(
    `update usage_interval set started_at = started_at - $1 * interval '1 ms', ended_at = ended_at - $1 * interval '1 ms'`,
    [ms],
  )
const open = async (): Promise<string[]> => {
  const { rows } = await harness.store.pool.query<{ line: string }>(
    `select subject || ' ' || project_id || ' ' || daily_price_micros as line from usage_interval where ended_at is null`,
  )
  return rows.map(({ line }) => line).toSorted()
}
const period = () => ({ from: '2000-01-01T00:00:00.000Z', to: new Date(Date.now() + DAY_MS).toISOString() })

test('funds usage of volumes, snapshots, addresses, moves, archives and stops is that of a naive model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 60 }), async (steps) => {
      const model = await usageModel(harness)
      const startMs = Date.now()
      await harness.store.pool.query('delete from usage_interval')
      for (const { action, place, days } of steps) {
        await model.perform(action, place)
        await until(async () => String(await open()) === String(model.lines()), SETTLES_MS).catch(async () => {
          expect(await open(), action).toEqual(model.lines())
        })
        await pass(days * DAY_MS)
        model.pass(days)
      }
      // What the model does not see is the time that the steps themselves took.
      const slack = ((Date.now() - startMs) / DAY_MS) * model.highestDailyMicros() + steps.length
      let [used, daily] = [0, 0]
      for (const id of model.projects) {
        const found = await harness.call('readProjectFunds', { id, ...period() })
        expect(Math.abs(found.usedMicros - model.usedMicros(id))).toBeLessThan(slack)
        expect(found.dailyMicros).toBe(model.dailyMicros(id))
        used += model.usedMicros(id)
        daily += model.dailyMicros(id)
      }
      const whole = await harness.call('readComputeUsage', { id: harness.organizationId, ...period() })
      expect(Math.abs(whole.usedMicros - used)).toBeLessThan(slack)
      expect(whole.dailyMicros).toBe(daily)
      // The counters of capacity were right all the time: there is nothing to correct.
      expect(await harness.store.db.transaction(resyncCounters)).toEqual([])
      await model.end()
    }),
    { numRuns: isLongRun ? 12 : 2, endOnFailure: true },
  )
}, 600_000)
