import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LogAddress, topicOf } from '../../server/compute/logs/log-address.ts'
import { createLogSource } from '../../server/compute/logs/log-source.ts'
import { LogTails } from '../../server/compute/logs/log-tails.ts'
import { LogWriter, type WriterOptions } from '../../server/compute/logs/reading/log-writer.ts'
import { createLogRetention } from '../../server/compute/logs/retention/log-retention.ts'
import { topic as topicShape } from '../../src/contract/live.ts'
import { deploymentTopic } from '../../src/contract/topics.ts'
import { type LogType, logTypes } from '../../src/contract/wire/log.ts'
import { linesOf } from '../../src/rules/log-batch.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'
import { freshInstance, lineAt, storeLines } from './logs-harness.ts'

const AT = Date.UTC(2026, 9, 1)
const sequences = (lines: { sequence: number }[]) => lines.map(({ sequence }) => sequence)

describe('positions in a log', () => {
  let harness: ComputeHarness
  let log: LogAddress
  beforeAll(async () => {
    harness = await computeHarness()
    log = (await freshInstance(harness)).address
    for (let chunk = 0; chunk < 5; chunk += 1)
      await storeLines(
        harness,
        log,
        Array.from({ length: 20 }, (_, place) =>
          lineAt(AT + (chunk * 20 + place) * 1000, `line ${chunk * 20 + place + 1}`),
        ),
      )
  })
  afterAll(() => harness.close())
  const logInput = () => ({ id: log.deploymentId, logType: log.logType })

  test('a range is returned in batches, with the extent of the log', async () => {
    const response = await harness.call('readLogRange', { ...logInput(), first: 15, last: 45 })
    expect(response).toMatchObject({ oldest: 1, head: 100 })
    expect(sequences(response.packets.flatMap((packet) => (packet.kind === 'lines' ? linesOf(packet) : [])))).toEqual(
      Array.from({ length: 31 }, (_, index) => 15 + index),
    )
    expect((await harness.call('readLogRange', { ...logInput(), first: 101, last: 200 })).packets).toEqual([])
  })

  test('a range that is too large for one response ends early, so that a reader requests the rest', async () => {
    const { address } = await freshInstance(harness)
    for (let at = 0; at < 6; at += 1)
      await storeLines(
        harness,
        address,
        Array.from({ length: 20 }, () => lineAt(AT, 'x'.repeat(20_000))),
      )
    const got: number[] = []
    for (let first = 1; first <= 120; first = (got.at(-1) ?? 0) + 1) {
      const { packets } = await harness.call('readLogRange', {
        id: address.deploymentId,
        logType: address.logType,
        first,
        last: 120,
      })
      expect(JSON.stringify(packets).length).toBeLessThan(1_100_000)
      got.push(...packets.flatMap((packet) => (packet.kind === 'lines' ? sequences(linesOf(packet)) : [])))
    }
    expect(got).toEqual(Array.from({ length: 120 }, (_, index) => index + 1))
  })

  test('a time resolves to the first line at or after it', async () => {
    const place = async (atMs: number) =>
      (await harness.call('findLogPosition', { ...logInput(), at: new Date(atMs).toISOString() })).sequence
    expect(await place(AT - 1)).toBe(1)
    expect(await place(AT + 41_000)).toBe(42)
    expect(await place(AT + 41_001)).toBe(43)
    expect(await place(AT + 19_500)).toBe(21)
    expect(await place(AT + 1_000_000)).toBe(100)
  })

  test('every type of log has its own pages [P4.7] [P7.25]', async () => {
    const { address } = await freshInstance(harness)
    const service = 'only this'
    for (const logType of logTypes)
      await storeLines(harness, { ...address, logType, service }, [lineAt(AT, `of ${logType}`)])
    const page = async (logType: LogType) =>
      (await harness.call('readDeploymentLogs', { id: address.deploymentId, logType, serviceName: service })).logs
    for (const logType of logTypes) expect((await page(logType)).map(({ log }) => log)).toEqual([`of ${logType}`])
  })

  describe('of several services', () => {
    let many: LogAddress
    beforeAll(async () => {
      many = (await freshInstance(harness)).address
      const { db } = harness.store
      const retention = createLogRetention({ db, limits: { retentionDays: 30, retentionBytes: 1e9 }, log: harness.log })
      for (const [service, offset] of [
        ['', 0],
        ['worker', 1],
      ] as const) {
        const writer = new LogWriter({ db, tails: new LogTails(), retention }, { ...many, service }, { head: 0 })
        for (let number = 0; number < 30; number += 1) {
          await writer.add([lineAt(AT + number * 10 + offset, `${service || 'app'} ${number}`)], 10, {})
          if (number % 7 === 0) await writer.flush()
        }
        await writer.end(new AbortController().signal)
        writer.abandon()
      }
    })
    const page = (input: { from: number; to: number; search?: string; serviceName?: string }) =>
      harness.call('readDeploymentLogs', { id: many.deploymentId, logType: many.logType, ...input })
    const texts = (lines: { log: string }[]) => lines.map(({ log }) => log)

    test('each is read by its name [P7.25]', async () => {
      expect(texts((await page({ from: -2, to: 2, serviceName: 'worker' })).logs)).toEqual(['worker 28', 'worker 29'])
      expect(texts((await page({ from: 0, to: 2, serviceName: 'app' })).logs)).toEqual(['app 0', 'app 1'])
      expect((await page({ from: -2, to: 2, serviceName: 'worker' })).logsLength).toBe(30)
    })

    test('the replicas of a service are one log, by time, and each has its own', async () => {
      const replicas = { ...(await freshInstance(harness)).address }
      await storeLines(harness, { ...replicas, service: 'worker' }, [lineAt(AT, 'one'), lineAt(AT + 20, 'three')])
      await storeLines(harness, { ...replicas, service: 'worker.2' }, [lineAt(AT + 10, 'two')])
      await storeLines(harness, { ...replicas, service: 'worker-api' }, [lineAt(AT + 10, 'of another service')])
      await storeLines(harness, { ...replicas, service: '' }, [lineAt(AT, 'first one')])
      await storeLines(harness, { ...replicas, service: 'app.2' }, [lineAt(AT + 1, 'first two')])
      const read = async (serviceName: string) =>
        texts(
          (
            await harness.call('readDeploymentLogs', {
              id: replicas.deploymentId,
              logType: replicas.logType,
              serviceName,
              from: 0,
              to: 10,
            })
          ).logs,
        )
      expect(await read('worker')).toEqual(['one', 'two', 'three'])
      expect(await read('worker.2')).toEqual(['two'])
      expect(v.is(topicShape, deploymentTopic(replicas.deploymentId, replicas.logType, 'worker.2'))).toBe(true)
      expect(await read('app')).toEqual(['first one', 'first two'])
    })

    test('the index lists the logs that have lines, with the times of the ends of their chunks', async () => {
      const { deploymentId: id, logType } = many
      const { logs } = await harness.call('readLogIndex', { id, logType })
      expect(logs.map(({ serviceName }) => serviceName)).toEqual(['', 'worker'])
      for (const [offset, { sequences, atMs }] of logs.entries()) {
        expect([sequences[0], sequences.at(-1)]).toEqual([1, 30])
        expect(sequences.length).toBeGreaterThan(4)
        expect(sequences.length).toBeLessThan(30)
        expect(atMs).toEqual(sequences.map((sequence) => AT + (sequence - 1) * 10 + offset))
      }
      const { address: empty } = await freshInstance(harness)
      expect(await harness.call('readLogIndex', { id: empty.deploymentId, logType: empty.logType })).toEqual({
        logs: [],
      })
    })

    test('without a name their lines are one log, by time, from either end', async () => {
      const newest = await page({ from: -4, to: 4 })
      expect(newest.logsLength).toBe(60)
      expect(texts(newest.logs)).toEqual(['app 28', 'worker 28', 'app 29', 'worker 29'])
      expect(sequences(newest.logs)).toEqual([57, 58, 59, 60])
      const oldest = await page({ from: 1, to: 3 })
      expect(texts(oldest.logs)).toEqual(['worker 0', 'app 1', 'worker 1'])
      expect(sequences(oldest.logs)).toEqual([2, 3, 4])
      expect(texts((await page({ from: -59, to: 2 })).logs)).toEqual(['worker 0', 'app 1'])
      expect(sequences((await page({ from: -60, to: 60 })).logs)).toEqual(
        sequences((await page({ from: 0, to: 60 })).logs),
      )
      expect((await page({ from: 60, to: 5 })).logs).toEqual([])
    })

    test('each has its own topic, with its own numbers', async () => {
      const source = createLogSource(harness.store, new LogTails())
      for (const service of ['', 'worker']) {
        const topic = deploymentTopic(many.deploymentId, many.logType, service)
        expect(v.is(topicShape, topic)).toBe(true)
        expect(await source.extent(topic)).toEqual({ oldest: 1, head: 30 })
        const packets = await source.read(topic, 27, 200)
        expect(packets.flatMap((packet) => (packet.kind === 'lines' ? packet.text.split('\n') : []))).toEqual(
          [27, 28, 29].map((number) => `${service || 'app'} ${number}`),
        )
      }
    })

    test('a watcher at the end of a log receives lines that were stored a moment ago', async () => {
      const { address } = await freshInstance(harness)
      const { db } = harness.store
      const tails = new LogTails()
      const source = createLogSource(harness.store, tails)
      const topic = topicOf(address)
      const seen: unknown[] = []
      const retention = createLogRetention({
        db,
        log: harness.log,
        limits: { retentionDays: 30, retentionBytes: 1e9 },
      })
      const readsAfterStoring: WriterOptions['retention'] = {
        ...retention,
        withDiskSpace: async (store) => {
          const { head } = await source.extent(topic)
          const stored = await retention.withDiskSpace(store)
          seen.push(await source.read(topic, head, 200))
          return stored
        },
      }
      const writer = new LogWriter({ db, tails, retention: readsAfterStoring }, address, { head: 0 })
      for (const text of ['one', 'two']) {
        await writer.add([lineAt(AT, text)], 3, {})
        await writer.flush()
      }
      writer.abandon()
      expect(seen).toMatchObject([[{ sequence: 1, text: 'one' }], [{ sequence: 2, text: 'two' }]])
      expect(await source.read(topic, 2, 200)).toEqual([])
    })

    test('a page that is far from both ends is rejected, and one near an end is not', async () => {
      const { address } = await freshInstance(harness)
      const lines = Array.from({ length: 110_000 }, (_, place) => lineAt(AT + place, 'x'))
      for (const service of ['', 'worker']) await storeLines(harness, { ...address, service }, lines)
      const from = (place: number, to = 20) =>
        harness.call('readDeploymentLogs', { id: address.deploymentId, logType: address.logType, from: place, to })
      await expect(from(105_000)).rejects.toMatchObject({ code: 'invalid', fields: [{ field: 'from' }] })
      await expect(from(-110_000)).rejects.toMatchObject({ code: 'invalid', fields: [{ field: 'from' }] })
      expect(sequences((await from(-220_000, 2)).logs)).toEqual([1, 2])
      expect(sequences((await from(219_998, 5)).logs)).toEqual([219_999, 220_000])
    })

    test('a search covers all of them', async () => {
      const found = await page({ from: -3, to: 3, search: 'WORKER 2' })
      expect(found.logsLength).toBe(11)
      expect(texts(found.logs)).toEqual(['worker 27', 'worker 28', 'worker 29'])
      expect(texts((await page({ from: 0, to: 3, search: ' 1' })).logs)).toEqual(['app 1', 'worker 1', 'app 10'])
      expect(texts((await page({ from: -5, to: 3, search: 'worker 2' })).logs)).toEqual([
        'worker 25',
        'worker 26',
        'worker 27',
      ])
    })

    test('a search of all of them ends when its caller disconnects', async () => {
      const logInput = { id: many.deploymentId, logType: many.logType, search: 'worker' }
      await expect(harness.call('readDeploymentLogs', logInput, { signal: AbortSignal.abort() })).rejects.toMatchObject(
        {
          code: 'unavailable',
        },
      )
    })
  })

  test('pages of a search are counted from either end, over all kept lines [P7.25]', async () => {
    const page = (from: number, to: number) =>
      harness.call('readDeploymentLogs', { ...logInput(), search: 'LINE 1', from, to })
    const all = [1, ...Array.from({ length: 10 }, (_, index) => 10 + index), 100]
    expect((await page(-20, 20)).logsLength).toBe(12)
    expect(sequences((await page(-20, 20)).logs)).toEqual(all)
    expect(sequences((await page(-4, 3)).logs)).toEqual(all.slice(-4, -1))
    expect(sequences((await page(2, 3)).logs)).toEqual(all.slice(2, 5))
    expect(sequences((await page(-14, 4)).logs)).toEqual(all.slice(0, 2))
  })
})
