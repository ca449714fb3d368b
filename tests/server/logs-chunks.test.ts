import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appendLines, sayLines } from '../../server/compute/logs/append-lines.ts'
import { systemLine } from '../../server/compute/logs/kept-line.ts'
import type { LogAddress } from '../../server/compute/logs/log-address.ts'
import { LogTails } from '../../server/compute/logs/log-tails.ts'
import { LogWriter, NotOurLog } from '../../server/compute/logs/log-writer.ts'
import { logExtent, readerState, readLines } from '../../server/compute/logs/read-chunks.ts'
import { dropOldest, mergeChunks } from '../../server/compute/logs/tidy-chunks.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'

describe('chunks of a log', () => {
  let harness: ComputeHarness
  beforeAll(async () => {
    harness = await computeHarness()
  })
  afterAll(() => harness.close())

  const freshLog = async (): Promise<LogAddress> => {
    const { activeDeployment } = await harness.deploy({ image: 'longshore/clock:1', ports: [] })
    if (!activeDeployment) throw new Error('No deployment')
    // A log that no reader of the engine writes.
    return { deploymentId: activeDeployment, logType: 'shellCommands' }
  }
  const append = (address: LogAddress, firstSequence: number, texts: string[]) =>
    appendLines(harness.store.db, {
      ...address,
      firstSequence,
      lines: texts.map((text) => systemLine(text)),
      resume: { stdout: { atNs: String(firstSequence), bytes: 1 } },
    })
  const textsOf = async (address: LogAddress, from: number, to: number) =>
    (await readLines(harness.store.db, address, from, to)).map(({ line, sequence }) => `${sequence} ${line.text}`)

  test('of two who write the same sequence only one does', async () => {
    const address = await freshLog()
    const written = await Promise.all([append(address, 1, ['mine']), append(address, 1, ['yours', 'too'])])
    expect(written.filter((bytes) => bytes === undefined)).toHaveLength(1)
    const writer = new LogWriter(harness.store.db, address, new LogTails(), { head: 0, place: {}, keptBytes: 0 })
    await expect(
      (async () => {
        await writer.add([systemLine('late')], 4, {})
        await writer.flush()
      })(),
    ).rejects.toThrow(NotOurLog)
  })

  test('many small ones become one, and nobody who reads notices', async () => {
    const address = await freshLog()
    for (let sequence = 1; sequence <= 10; sequence += 1) await append(address, sequence, [`line ${sequence}`])
    const before = await textsOf(address, 1, 10)
    await mergeChunks(harness.store.db, address, 3, 8)
    expect(await textsOf(address, 1, 10)).toEqual(before)
    expect(await textsOf(address, 5, 6)).toEqual(['5 line 5', '6 line 6'])
    expect(await logExtent(harness.store.db, address)).toEqual({ oldest: 1, head: 10 })
    const { rowCount } = await harness.store.pool.query(
      `select 1 from log_chunk where deployment_id = $1 and log_type = 'shellCommands'`,
      [address.deploymentId],
    )
    expect(rowCount).toBe(5)
    expect((await readerState(harness.store.db, address)).place).toEqual({ stdout: { atNs: '10', bytes: 1 } })
  })

  test('the oldest go when too much is kept', async () => {
    const address = await freshLog()
    let total = 0
    for (let sequence = 1; sequence <= 6; sequence += 1) total += (await append(address, sequence, ['0123456789'])) ?? 0
    const left = await dropOldest(harness.store.db, address, total / 2)
    expect(left).toBe(total / 2)
    expect(await logExtent(harness.store.db, address)).toEqual({ oldest: 4, head: 6 })
    expect(await textsOf(address, 1, 6)).toHaveLength(3)
  })

  test('what the platform says follows what it said before', async () => {
    const address = await freshLog()
    await sayLines(harness.store.db, address, [systemLine('one'), systemLine('two')])
    await sayLines(harness.store.db, address, [])
    await sayLines(harness.store.db, address, [systemLine('three')])
    expect(await textsOf(address, 1, 100)).toEqual(['1 one', '2 two', '3 three'])
  })
})
