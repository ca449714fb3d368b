import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JobId, RunId } from '../../src/contract/wire/jobs/job.ts'
import { type JobsHarness, jobsHarness } from './jobs-harness.ts'
import { until } from './until.ts'

let harness: JobsHarness
beforeAll(async () => {
  harness = await jobsHarness()
})
afterAll(() => harness?.close())

const start = async (id: Parameters<JobsHarness['instance']>[0], ...command: string[]) =>
  (await harness.call('startRun', { id, command })).run
const claimed = async () =>
  (await harness.store.pool.query('select cpu_milli, memory_bytes, storage_bytes from capacity_counter')).rows
const runWorkloads = async () => (await harness.engine.list()).filter(({ id }) => id.startsWith('run-'))

test('a command runs once beside its instance, with its own log, exit code, claim and usage', async () => {
  const instance = await harness.instanceOf()
  const before = await claimed()
  const run = await start(instance._id, 'exit', '0')
  expect(run).toMatchObject({ state: 'Queued', service: 'app', command: ['exit', '0'], author: { name: 'Ada' } })
  const ended = await harness.ended(instance, run._id)
  expect(ended).toMatchObject({ state: 'Succeeded', exitCode: 0, error: null })
  expect(harness.started.filter((id) => id === `run-${run._id}`)).toHaveLength(1)
  const { logs } = await harness.call('readDeploymentLogs', {
    id: run.deploymentId,
    logType: 'runLogs',
    serviceName: run.logName,
    from: 0,
    to: 10,
  })
  expect(logs.map(({ log }) => log)).toEqual([expect.stringContaining('line')])
  expect(await claimed()).toEqual(before)
  const { rows } = await harness.store.pool.query(
    'select subject, ended_at is not null as is_over, cpu_milli from usage_interval where subject_id = $1',
    [run._id],
  )
  expect(rows).toEqual([{ subject: 'run', is_over: true, cpu_milli: 100 }])
  await until(async () => ((await runWorkloads()).length === 0 ? true : undefined))
  expect((await harness.instance(instance._id)).state).toBe('Active')
})

test('a failed command has its exit code, and a long one ends at its time limit', async () => {
  const instance = await harness.instanceOf()
  const failed = await start(instance._id, 'exit', '3')
  const late = (await harness.call('startRun', { id: instance._id, command: ['forever'], timeoutSeconds: 1 })).run
  expect(await harness.ended(instance, failed._id)).toMatchObject({ state: 'Failed', exitCode: 3 })
  expect(await harness.ended(instance, late._id)).toMatchObject({ state: 'TimedOut', error: { code: 'timedOut' } })
})

test('a run is cancelled once, and what has ended is not cancelled', async () => {
  const instance = await harness.instanceOf()
  const run = await start(instance._id, 'forever')
  const ids = { id: instance._id, runId: run._id }
  await until(async () => ((await harness.call('readRun', ids)).run.state === 'Running' ? true : undefined))
  const canceled = await Promise.all([harness.call('cancelRun', ids), harness.call('cancelRun', ids)])
  expect(canceled.map((response) => response.run.cancelRequested)).toEqual([true, true])
  expect((await harness.ended(instance, run._id)).state).toBe('Canceled')
  await expect(harness.call('cancelRun', ids)).rejects.toMatchObject({ code: 'runEnded' })
})

test('runs and jobs of another instance are not found', async () => {
  const [one, other] = [await harness.instanceOf(), await harness.instanceOf()]
  const run = await start(one._id, 'exit')
  await expect(harness.call('readRun', { id: other._id, runId: run._id })).rejects.toMatchObject({ code: 'notFound' })
  await expect(harness.call('cancelRun', { id: other._id, runId: run._id })).rejects.toMatchObject({ code: 'notFound' })
  const nobodys = randomUUID() as JobId
  await expect(harness.call('startJob', { id: one._id, jobId: nobodys })).rejects.toMatchObject({ code: 'notFound' })
  await expect(harness.call('readRun', { id: one._id, runId: randomUUID() as RunId })).rejects.toMatchObject({
    code: 'notFound',
  })
})

test('commands are no part of audit, events and notifications', async () => {
  const instance = await harness.instanceOf()
  const run = await start(instance._id, 'exit', '1', 'pearl-diver')
  await harness.ended(instance, run._id)
  const { rows } = await harness.store.pool.query(
    `select (select string_agg(event::text, '') from organization_event)
       || (select string_agg(coalesce(after::text, ''), '') from audit_entry)
       || (select string_agg(data::text, '') from instance_event) as text`,
  )
  expect(rows[0].text).not.toMatch(/pearl-diver|deep-sea/)
  expect(rows[0].text).toContain('runsChanged')
})

test('a closed instance ends its runs and starts none, and a deleted one leaves nothing', async () => {
  const { organizationId } = harness
  const before = await claimed()
  const instance = await harness.instanceOf()
  const run = await start(instance._id, 'forever')
  await harness.call('closeInstance', { id: instance._id, organizationId })
  expect((await harness.ended(instance, run._id)).state).toBe('Canceled')
  await expect(start(instance._id, 'exit')).rejects.toMatchObject({
    code: expect.stringMatching(/instanceNotActive|instanceEnding/),
  })
  const other = await harness.instanceOf()
  await start(other._id, 'forever')
  await harness.call('deleteInstance', { id: instance._id })
  await harness.call('deleteInstance', { id: other._id })
  await harness.waitUntilDeleted(instance._id)
  await harness.waitUntilDeleted(other._id)
  await until(async () => ((await runWorkloads()).length === 0 ? true : undefined))
  expect(await claimed()).toEqual(before)
  const open = await harness.store.pool.query(`select 1 from usage_interval where subject = 'run' and ended_at is null`)
  expect(open.rowCount).toBe(0)
})

test('a run beyond the quota or the capacity is rejected and leaves nothing', async () => {
  const instance = await harness.instanceOf()
  const { organizationId } = harness
  await harness.store.pool.query(
    'insert into organization_quota (organization_id, cpu_milli) values ($1, 1) on conflict (organization_id) do update set cpu_milli = 1',
    [organizationId],
  )
  await expect(start(instance._id, 'exit')).rejects.toMatchObject({ code: 'quotaExceeded' })
  await harness.store.pool.query('delete from organization_quota where organization_id = $1', [organizationId])
  expect((await harness.call('readRuns', { id: instance._id })).totalCount).toBe(0)
})
