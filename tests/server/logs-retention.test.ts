import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logExtent, readBatches, readerState } from '../../server/compute/logs/chunks/read-batches.ts'
import type { LogAddress } from '../../server/compute/logs/log-address.ts'
import { LogTails } from '../../server/compute/logs/log-tails.ts'
import { LogWriter } from '../../server/compute/logs/reading/log-writer.ts'
import { createLogRetention } from '../../server/compute/logs/retention/log-retention.ts'
import { linesOf } from '../../src/rules/log-batch.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'
import { freshInstance, lineAt, storeLines } from './logs-harness.ts'
import { until } from './until.ts'
import { workloadOf } from './workload-of.ts'

const DAY_MS = 86_400_000
const KIB = 1024
/** Compresses to three quarters and no further, so that the stored size is predictable. */
const noise = (bytes: number) =>
  randomBytes(Math.ceil((bytes * 3) / 4))
    .toString('base64')
    .slice(0, bytes)

describe('log retention', () => {
  let harness: ComputeHarness
  beforeAll(async () => {
    harness = await computeHarness()
  })
  afterAll(() => harness.close())
  const retentionOf = (limits: { retentionDays?: number; retentionBytes?: number }) =>
    createLogRetention({
      db: harness.store.db,
      log: harness.log,
      limits: { retentionDays: 30, retentionBytes: 1e9, ...limits },
    })
  const sequencesOf = async (address: LogAddress) =>
    (await readBatches(harness.store.db, address, { from: 1, to: 1e9 }, 1e9))
      .flatMap(linesOf)
      .map(({ sequence }) => sequence)

  test('deletes lines beyond the retention period, and keeps younger ones', async () => {
    const { address } = await freshInstance(harness)
    const now = Date.now()
    await storeLines(harness, address, [lineAt(now - 32 * DAY_MS, 'oldest')])
    await storeLines(harness, address, [
      lineAt(now - 31 * DAY_MS, 'old'),
      lineAt(now - 29 * DAY_MS, 'with a young one'),
    ])
    await storeLines(harness, address, [lineAt(now, 'new')])
    await retentionOf({}).enforceLimits()
    expect(await sequencesOf(address)).toEqual([2, 3, 4])
    expect(await logExtent(harness.store.db, address)).toEqual({ oldest: 2, head: 4 })
  })

  test('a log that is deleted entirely continues its numbering: no number repeats', async () => {
    const { address } = await freshInstance(harness)
    const long = Date.now() - 90 * DAY_MS
    for (const text of ['one', 'two', 'three']) await storeLines(harness, address, [lineAt(long, text)])
    const before = await readerState(harness.store.db, address)
    const retention = retentionOf({})
    await retention.enforceLimits()
    expect(await sequencesOf(address)).toEqual([])
    expect(await logExtent(harness.store.db, address)).toEqual({ oldest: 4, head: 3 })
    expect(await readerState(harness.store.db, address)).toEqual(before)
    await storeLines(harness, address, [lineAt(Date.now(), 'four')])
    await retention.enforceLimits()
    expect(await sequencesOf(address)).toEqual([4])
    expect(await logExtent(harness.store.db, address)).toEqual({ oldest: 4, head: 4 })
  })

  test('an instance keeps no more than its byte limit, over all its deployments, and the oldest lines are deleted first', async () => {
    const { instance, address } = await freshInstance(harness)
    const { rows } = await harness.store.pool.query(
      `insert into deployment (instance_id, number, image, configuration)
       select $1, count(*) + 1, 'longshore/clock:1', '{"services": []}' from deployment where instance_id = $1
       returning id`,
      [instance._id],
    )
    const later: LogAddress = { ...address, deploymentId: rows[0].id }
    const other = (await freshInstance(harness)).address
    const now = Date.now()
    for (let at = 0; at < 4; at += 1) {
      await storeLines(harness, address, [lineAt(now + at, noise(10 * KIB))])
      await storeLines(harness, later, [lineAt(now + 10 + at, noise(10 * KIB))])
      await storeLines(harness, other, [lineAt(now + at, noise(10 * KIB))])
    }
    await retentionOf({ retentionBytes: 36 * KIB }).enforceLimits()
    expect(await sequencesOf(later)).toEqual([1, 2, 3, 4])
    expect(await sequencesOf(address)).toEqual([])
    expect(await sequencesOf(other)).toEqual([1, 2, 3, 4])
  })

  test('a log that grows without end stays within its limit', async () => {
    const { address } = await freshInstance(harness)
    const retentionBytes = 512 * KIB
    const { db } = harness.store
    const writer = new LogWriter({ db, tails: new LogTails(), retention: retentionOf({ retentionBytes }) }, address, {
      head: 0,
    })
    for (let at = 1; at <= 60; at += 1) {
      const lines = Array.from({ length: 2 }, () => lineAt(Date.now(), noise(16 * KIB)))
      await writer.add(lines, 32 * KIB, {})
      await writer.flush()
    }
    writer.abandon()
    const { rows } = await harness.store.pool.query(
      'select sum(octet_length(lines)) as bytes from log_chunk where deployment_id = $1 and log_type = $2',
      [address.deploymentId, address.logType],
    )
    // No more than the limit and what may be written before the next check.
    expect(Number(rows[0].bytes)).toBeLessThan(retentionBytes * 1.1)
    expect(Number(rows[0].bytes)).toBeGreaterThan(retentionBytes * 0.5)
    expect((await logExtent(harness.store.db, address)).head).toBe(120)
  })

  test('the response contains the limits and the current extent', async () => {
    const { instance, address } = await freshInstance(harness)
    const oldest = Date.UTC(2026, 0, 1)
    await storeLines(harness, address, [lineAt(oldest + 5, 'later'), lineAt(oldest, 'earlier')])
    const kept = await harness.call('readLogRetention', { id: instance._id })
    expect(kept).toMatchObject({
      retentionDays: 30,
      retentionBytes: 1_073_741_824,
      oldestAt: '2026-01-01T00:00:00.000Z',
    })
    expect(kept.lines).toBeGreaterThanOrEqual(2)
    expect(kept.bytes).toBeGreaterThan(0)
  })

  test('the lines of an ended deployment are kept, with their count [P3.9]', async () => {
    const made = await harness.deploy({
      image: 'longshore/burst:1',
      ports: [],
      environment: [{ name: 'LINES', value: '50' }],
    })
    await until(async () => (await harness.lines(made, 'instanceLogs')).length === 50)
    await harness.call('closeInstance', { id: made._id, organizationId: harness.organizationId })
    const wire = await harness.inState(made._id, 'Closed')
    expect(await harness.engine.inspect(await workloadOf(harness.store, made))).toBeUndefined()
    expect(wire.deployments[0]?.endedAt).not.toBeNull()
    expect(await harness.lines(made, 'instanceLogs')).toHaveLength(50)
    const logged = await harness.lines(made, 'logs')
    expect(logged.length).toBeGreaterThan(0)
    const { deployment } = await harness.call('readDeployment', { id: made.activeDeployment as never })
    expect(deployment).toMatchObject({ status: 'Deprecated', services: [{ name: 'app' }], logsLength: logged.length })
    expect(deployment.protocolData.providerHost).toBe('127.0.0.1')
    expect((await harness.lines(made, 'instanceEvents')).length).toBeGreaterThan(0)
  })
})
