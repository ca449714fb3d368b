import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InputOf } from '../../src/contract/contract.ts'
import type { Job, Run } from '../../src/contract/wire/compute/job.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { type JobsHarness, jobsHarness } from './jobs-harness.ts'
import { until } from './until.ts'

let harness: JobsHarness
let instance: Instance
beforeAll(async () => {
  harness = await jobsHarness()
  instance = await harness.instanceOf()
  // Two more nodes on the same database.
  for (let node = 0; node < 2; node += 1) await harness.another({ isAlone: false }).start()
})
afterAll(() => harness?.close())

const create = async (name: string, given: Partial<InputOf<'createJob'>> = {}): Promise<Job> =>
  (await harness.call('createJob', { id: instance._id, name, command: ['exit'], schedule: '0 3 1 1 *', ...given })).job

/** Moves the next time of a job into the past, as if the control plane had been away. */
const makeDue = (job: Job, ago = '0 seconds') =>
  harness.store.pool.query(`update job set next_at = date_trunc('second', now() - $2::interval) where id = $1`, [
    job._id,
    ago,
  ])
const runsOf = async (job: Job): Promise<Run[]> =>
  (await harness.call('readRuns', { id: instance._id, jobId: job._id, limit: 200 })).runs
const untilRuns = (job: Job, condition: (runs: Run[]) => boolean) =>
  until(async () => {
    const runs = await runsOf(job)
    return condition(runs) ? runs : undefined
  }, 20_000)

test('of several nodes one runs a due job, once', async () => {
  const job = await create('once')
  expect(job).toMatchObject({
    enabled: true,
    overlap: 'forbid',
    timeZone: 'UTC',
    nextAt: expect.stringContaining('-01-01T03:00'),
  })
  await makeDue(job)
  const [run] = await untilRuns(job, ([first]) => first?.state === 'Succeeded')
  expect(run).toMatchObject({ author: null, job: { name: 'once' }, scheduledAt: expect.any(String) })
  expect(await runsOf(job)).toHaveLength(1)
  expect(harness.started.filter((id) => id === `run-${run?._id}`)).toHaveLength(1)
  const { jobs } = await harness.call('readJobs', { id: instance._id })
  expect(jobs.find(({ _id }) => _id === job._id)).toMatchObject({ lastRun: { state: 'Succeeded' }, nextAt: job.nextAt })
})

test('after an outage one missed run follows, for the newest time', async () => {
  const job = await create('missed', { schedule: '0 * * * *' })
  await harness.store.pool.query(
    `update job set next_at = date_trunc('hour', now()) - interval '3 days' where id = $1`,
    [job._id],
  )
  await untilRuns(job, ([first]) => first?.endedAt !== null && first !== undefined)
  const runs = await runsOf(job)
  expect(runs).toHaveLength(1)
  expect(Date.now() - Date.parse(runs[0]?.scheduledAt ?? '')).toBeLessThan(3_700_000)
})

test('overlap: forbid skips the new run, replace cancels the last one, allow runs both', async () => {
  const jobs = {
    forbid: await create('forbid', { command: ['forever'], overlap: 'forbid' }),
    replace: await create('replace', { command: ['forever'], overlap: 'replace' }),
    allow: await create('allow', { command: ['forever'], overlap: 'allow' }),
  }
  for (const job of Object.values(jobs)) await makeDue(job, '5 seconds')
  for (const job of Object.values(jobs)) await untilRuns(job, ([first]) => first?.state === 'Running')
  for (const job of Object.values(jobs)) await makeDue(job)
  const states = (runs: Run[]) => runs.map(({ state }) => state)
  await untilRuns(jobs.forbid, (runs) => states(runs).join() === 'Skipped,Running')
  await untilRuns(jobs.replace, (runs) => states(runs).join() === 'Running,Canceled')
  await untilRuns(jobs.allow, (runs) => states(runs).join() === 'Running,Running')
  for (const job of Object.values(jobs)) {
    for (const run of await runsOf(job))
      if (run.endedAt === null) await harness.call('cancelRun', { id: instance._id, runId: run._id })
    await untilRuns(job, (runs) => runs.every(({ endedAt }) => endedAt !== null))
  }
})

test('a failure notifies the author, and only the newest runs are kept with their logs', async () => {
  const job = await create('failing', { command: ['exit', '7'], keptRuns: 1 })
  for (let count = 0; count < 2; count += 1) {
    const { run } = await harness.call('startJob', { id: instance._id, jobId: job._id })
    expect(await harness.ended(instance, run._id)).toMatchObject({ state: 'Failed', exitCode: 7 })
  }
  expect(await runsOf(job)).toHaveLength(1)
  const { rows } = await harness.store.pool.query(`select title from notification where title like '%failing%'`)
  expect(rows).toHaveLength(2)
  const logs = await harness.store.pool.query(
    `select 1 from log_chunk c where log_type = 'runLogs' and not exists (select 1 from run where 'run-' || run.id = c.service)`,
  )
  expect(logs.rowCount).toBe(0)
})

test('a job is changed, paused, and deleted without its history', async () => {
  const job = await create('nightly')
  const ids = { id: instance._id, jobId: job._id }
  const { job: paused } = await harness.call('updateJob', { ...ids, enabled: false, schedule: '5 4 * * *' })
  expect(paused).toMatchObject({ enabled: false, nextAt: null, schedule: '5 4 * * *', command: ['exit'] })
  const { job: resumed } = await harness.call('updateJob', { ...ids, enabled: true, timeZone: 'Asia/Tokyo' })
  expect(resumed.nextAt).toContain('T19:05')
  const { run } = await harness.call('startJob', ids)
  await harness.ended(instance, run._id)
  await harness.call('deleteJob', ids)
  expect((await harness.call('readRun', { id: instance._id, runId: run._id })).run.job).toBeNull()
  await expect(harness.call('updateJob', { ...ids, enabled: false })).rejects.toMatchObject({ code: 'notFound' })
})

test('hostile settings are rejected at their field', async () => {
  const rejects = (given: Partial<InputOf<'createJob'>>, field: string) =>
    expect(create('hostile', given)).rejects.toMatchObject({ fields: [{ field }] })
  await rejects({ schedule: '* * * * * *' }, 'schedule')
  await rejects({ schedule: '0 0 30 2 *' }, 'schedule')
  await rejects({ timeZone: '../etc/passwd' }, 'timeZone')
  await rejects({ serviceName: 'nobodys' }, 'serviceName')
  await rejects({ name: 'once' }, 'name')
})
