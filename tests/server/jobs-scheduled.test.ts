import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InputOf } from '../../src/contract/contract.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import type { Job, Run } from '../../src/contract/wire/jobs/job.ts'
import { type JobsHarness, jobsHarness } from './jobs-harness.ts'
import { until } from './until.ts'

let harness: JobsHarness
let instance: Instance
beforeAll(async () => {
  harness = await jobsHarness()
  instance = await harness.instanceOf()
  await harness.store.pool.query("insert into member (organization_id, user_id, role) values ($1, $2, 'owner')", [
    harness.organizationId,
    harness.userId,
  ])
  await harness.store.pool.query('update "user" set email_verified = true')
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

const noticesOf = async (name: string): Promise<string[]> => {
  const { rows } = await harness.store.pool.query<{ title: string }>(
    'select title from notification where title like $1 order by sequence',
    [`The job ${name} of %`],
  )
  return rows.map(({ title }) => title.replace(`The job ${name} of Ferry `, ''))
}

test('a series of failures notifies the author once, and so does its end; the newest runs are kept with their logs', async () => {
  const job = await create('failing', { command: ['exit', '7'], keptRuns: 1 })
  const ids = { id: instance._id, jobId: job._id }
  const runOnce = async () => harness.ended(instance, (await harness.call('startJob', ids)).run._id)
  for (let count = 0; count < 2; count += 1) expect(await runOnce()).toMatchObject({ state: 'Failed', exitCode: 7 })
  expect(await runsOf(job)).toHaveLength(1)
  expect(await noticesOf('failing')).toEqual(['failed'])
  const { jobs } = await harness.call('readJobs', { id: instance._id })
  expect(jobs.find(({ _id }) => _id === job._id)).toMatchObject({ consecutiveFailures: 2 })

  await harness.call('updateJob', { ...ids, command: ['exit', '0'] })
  for (let count = 0; count < 2; count += 1) await runOnce()
  expect(await noticesOf('failing')).toEqual(['failed', 'works again'])
  await harness.call('updateJob', { ...ids, command: ['exit', '1'], notifyOnFailure: false })
  await runOnce()
  expect(await noticesOf('failing')).toEqual(['failed', 'works again'])
  const logs = await harness.store.pool.query(
    `select 1 from log_chunk c where log_type = 'runLogs' and not exists (select 1 from run where 'run-' || run.id = c.service)`,
  )
  expect(logs.rowCount).toBe(0)
})

test('where the author has left, an owner is notified, by e-mail too', async () => {
  const job = await create('orphaned', { command: ['exit', '1'] })
  const { rows } = await harness.store.pool.query<{ id: string }>(
    `insert into "user" (name, username, theme) select 'Left', 'left-' || gen_random_uuid(), theme from "user" limit 1 returning id`,
  )
  await harness.store.pool.query('update job set created_by = $2 where id = $1', [job._id, rows[0]?.id])
  const { run } = await harness.call('startJob', { id: instance._id, jobId: job._id })
  await harness.ended(instance, run._id)
  const notified = await harness.store.pool.query('select user_id from notification where title like $1', [
    'The job orphaned of %',
  ])
  expect(notified.rows).toEqual([{ user_id: harness.userId }])
  expect(harness.mails.filter((mail) => mail.kind === 'job' && mail.title.includes('orphaned'))).toEqual([
    {
      kind: 'job',
      to: 'ada@example.org',
      title: 'The job orphaned of Ferry failed',
      message: 'The command exited with code 1. You will be notified once more when it works again.',
      path: `/harbour/${harness.projectId}/${instance._id}/jobs?job=${job._id}`,
    },
  ])
})

test('runs that are skipped or rejected push no other run out of the history, and do not pile up', async () => {
  const job = await create('piling', { command: ['forever'], keptRuns: 2 })
  await makeDue(job, '60 seconds')
  const [running] = await untilRuns(job, ([first]) => first?.state === 'Running')
  for (let count = 1; count <= 4; count += 1) {
    await makeDue(job, `${50 - count} seconds`)
    await untilRuns(job, (runs) => runs.filter(({ state }) => state === 'Skipped').length === Math.min(count, 2))
    await until(async () => {
      const { rows } = await harness.store.pool.query('select next_at > now() as is_over from job where id = $1', [
        job._id,
      ])
      return rows[0]?.is_over ? true : undefined
    })
  }
  expect((await runsOf(job)).map(({ state }) => state)).toEqual(['Skipped', 'Skipped', 'Running'])
  await harness.call('cancelRun', { id: instance._id, runId: running?._id as Run['_id'] })
  await untilRuns(job, (runs) => runs.every(({ endedAt }) => endedAt !== null))
  expect(await runsOf(job)).toHaveLength(3)
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
