import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appendLines, appendSystemLines } from '../../server/compute/logs/chunks/append-lines.ts'
import { mergeNewest } from '../../server/compute/logs/chunks/merge-chunks.ts'
import {
  logExtent,
  readBatches,
  readBatchesBefore,
  readerState,
} from '../../server/compute/logs/chunks/read-batches.ts'
import type { LogAddress } from '../../server/compute/logs/log-address.ts'
import { LogTails } from '../../server/compute/logs/log-tails.ts'
import { LogOwnershipLost, LogWriter } from '../../server/compute/logs/reading/log-writer.ts'
import { createLogRetention } from '../../server/compute/logs/retention/log-retention.ts'
import { systemLine } from '../../server/compute/logs/stored-line.ts'
import { linesOf } from '../../src/rules/log-batch.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'
import { lockWaiters } from './lock-waiters.ts'
import { until } from './until.ts'

describe('chunks of a log', () => {
  let harness: ComputeHarness
  beforeAll(async () => {
    harness = await computeHarness()
  })
  afterAll(() => harness.close())

  const freshLog = async (): Promise<LogAddress> => {
    const { activeDeployment } = await harness.deploy({ image: 'longshore/clock:1', ports: [] })
    if (!activeDeployment) throw new Error('No deployment')
    // A log that no engine reader writes.
    return { deploymentId: activeDeployment, logType: 'shellCommands', service: '' }
  }
  const append = (
    address: LogAddress,
    firstSequence: number,
    texts: string[],
    db: Parameters<typeof appendLines>[0] = harness.store.db,
  ) =>
    appendLines(db, {
      ...address,
      firstSequence,
      lines: texts.map((text) => systemLine(text)),
      resume: { stdout: { atNs: String(firstSequence), bytes: 1 } },
    })
  const textsOf = async (address: LogAddress, from: number, to: number, read = readBatches) =>
    (await read(harness.store.db, address, { from, to }, 1_000_000))
      .flatMap(linesOf)
      .map(({ log, sequence }) => `${sequence} ${log}`)
  const chunkCount = async ({ deploymentId }: LogAddress) =>
    (
      await harness.store.pool.query(
        `select 1 from log_chunk where deployment_id = $1 and log_type = 'shellCommands'`,
        [deploymentId],
      )
    ).rowCount
  const writerOf = (address: LogAddress, head = 0) => {
    const { db } = harness.store
    const retention = createLogRetention({ db, limits: { retentionDays: 30, retentionBytes: 1e9 }, log: harness.log })
    return new LogWriter({ db, tails: new LogTails(), retention }, address, { head })
  }
  const textsFrom = (first: number, last: number, by: string) =>
    Array.from({ length: last - first + 1 }, (_, at) => `${first + at} ${by}`)

  test('of two concurrent writers of one sequence only one succeeds', async () => {
    const address = await freshLog()
    const written = await Promise.all([append(address, 1, ['mine']), append(address, 1, ['yours', 'too'])])
    expect(written.filter((bytes) => bytes === undefined)).toHaveLength(1)
    const writer = writerOf(address)
    await expect(
      (async () => {
        await writer.add([systemLine('late')], 4, {})
        await writer.flush()
      })(),
    ).rejects.toThrow(LogOwnershipLost)
  })

  test('a writer that is behind is rejected, also when the newer lines have been merged', async () => {
    const address = await freshLog()
    await append(address, 1, textsFrom(1, 10, 'ours'))
    const behind = writerOf(address, 10)
    const ahead = writerOf(address, 10)
    for (const text of textsFrom(11, 400, 'ours')) {
      await ahead.add([systemLine(text)], 8, {})
      if (text.endsWith('00 ours')) await ahead.flush()
    }
    await ahead.end(new AbortController().signal)
    ahead.abandon()
    expect(await chunkCount(address)).toBeLessThan(3)
    const late = behind
      .add(
        textsFrom(11, 60, 'theirs').map((text) => systemLine(text)),
        400,
        {},
      )
      .then(() => behind.flush())
    await expect(late).rejects.toThrow(LogOwnershipLost)
    expect(await append(address, 402, ['with a hole before it'])).toBeUndefined()
    expect(await textsOf(address, 1, 1e9)).toEqual(textsFrom(1, 400, 'ours').map((text, at) => `${at + 1} ${text}`))
  })

  test('a writer that read before another writer merged, and writes after it, is rejected', async () => {
    const address = await freshLog()
    const { db, pool } = harness.store
    await append(address, 1, textsFrom(1, 10, 'ours'))
    const late = await db.transaction(async (tx) => {
      await append(address, 11, textsFrom(11, 20, 'ours'), tx)
      await mergeNewest(tx, address)
      const waiting = append(address, 11, textsFrom(11, 15, 'theirs'))
      await until(async () => (await lockWaiters(pool)) === 1)
      return { waiting }
    })
    expect(await late.waiting).toBeUndefined()
    expect(await textsOf(address, 1, 1e9)).toHaveLength(20)
  })

  test('many small chunks are merged into one, and readers see no difference', async () => {
    const address = await freshLog()
    for (let sequence = 1; sequence <= 10; sequence += 1) await append(address, sequence, [`line ${sequence}`])
    const before = await textsOf(address, 1, 10)
    await mergeNewest(harness.store.db, address)
    expect(await chunkCount(address)).toBe(1)
    expect(await textsOf(address, 1, 10)).toEqual(before)
    expect(await textsOf(address, 5, 6)).toEqual(['5 line 5', '6 line 6'])
    expect(await logExtent(harness.store.db, address)).toEqual({ oldest: 1, head: 10 })
    expect((await readerState(harness.store.db, address)).position).toEqual({ stdout: { atNs: '10', bytes: 1 } })
  })

  test('a quiet log is one chunk when its workload has ended', async () => {
    const address = await freshLog()
    const writer = writerOf(address)
    for (let number = 1; number <= 20; number += 1) {
      await writer.add([systemLine(`line ${number}`)], 8, {})
      await writer.flush()
    }
    expect(await chunkCount(address)).toBe(20)
    await writer.end(new AbortController().signal)
    writer.abandon()
    expect(await chunkCount(address)).toBe(1)
    expect(await textsOf(address, 1, 99)).toHaveLength(20)
  })

  test('a writer that ends on a full disk waits for space, and then reports the missing lines', async () => {
    const address = await freshLog()
    const { db } = harness.store
    const retention = createLogRetention({ db, limits: { retentionDays: 30, retentionBytes: 1e9 }, log: harness.log })
    const disk = { isFull: true, tries: 0 }
    const withDiskSpace: typeof retention.withDiskSpace = async (write) => {
      disk.tries += 1
      return disk.isFull ? 'full' : write()
    }
    const options = { db, tails: new LogTails(), retention: { ...retention, withDiskSpace } }
    const writer = new LogWriter(options, address, { head: 0 })
    await writer.add([systemLine('one'), systemLine('two')], 8, {})
    const ending = writer.end(new AbortController().signal)
    await until(async () => disk.tries > 2)
    disk.isFull = false
    await ending
    writer.abandon()
    expect(await textsOf(address, 1, 99)).toEqual(['1 2 lines could not be stored because the disk was full'])
  })

  test('are read from either end, in consecutive batches', async () => {
    const address = await freshLog()
    for (let sequence = 1; sequence <= 600; sequence += 2) await append(address, sequence, ['odd', 'even'])
    const { db } = harness.store
    const forward = await readBatches(db, address, { from: 2, to: 1e9 }, 1_000_000)
    expect(forward[0]?.first).toBe(2)
    expect(forward).toHaveLength(1)
    const next = await readBatches(db, address, { from: (forward[0]?.sequence ?? 0) + 1, to: 1e9 }, 1_000_000)
    expect([next[0]?.first, next.at(-1)?.sequence]).toEqual([(forward[0]?.sequence ?? 0) + 1, 600])
    const backward = await readBatchesBefore(db, address, { from: 1, to: 599 }, 1_000_000)
    expect(backward.at(-1)?.sequence).toBe(599)
    expect(await textsOf(address, 1, 3, readBatchesBefore)).toEqual(['1 odd', '2 even', '3 odd'])
    expect(await textsOf(address, 601, 700)).toEqual([])
  })

  test('platform lines follow earlier platform lines', async () => {
    const address = await freshLog()
    await appendSystemLines(harness.store.db, address, [systemLine('one'), systemLine('two')])
    await appendSystemLines(harness.store.db, address, [])
    await appendSystemLines(harness.store.db, address, [systemLine('three')])
    expect(await textsOf(address, 1, 100)).toEqual(['1 one', '2 two', '3 three'])
  })
})
