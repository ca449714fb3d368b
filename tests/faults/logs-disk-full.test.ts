import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type LogStore, startLogStore } from '../../bench/support/log-store.ts'
import { logExtent, readBatches } from '../../server/compute/logs/chunks/read-batches.ts'
import type { LogAddress } from '../../server/compute/logs/log-address.ts'
import { LogTails } from '../../server/compute/logs/log-tails.ts'
import { LogWriter } from '../../server/compute/logs/reading/log-writer.ts'
import { createLogRetention } from '../../server/compute/logs/retention/log-retention.ts'
import type { LogLine } from '../../src/contract/wire/log.ts'
import { linesOf } from '../../src/rules/log-batch.ts'
import { until } from '../server/until.ts'
import { skipFor } from './support/skip-for.ts'

const reason =
  process.platform === 'linux' && process.getuid?.() === 0
    ? undefined
    : 'only root on Linux can mount the small disk that this test needs: run the tests as root'
const DISK_MB = 12

const disk = mkdtempSync(join(tmpdir(), 'longshore-logs-full-'))
const ballast = join(disk, 'ballast')
let logs: LogStore

/** Puts the log lines on a small disk of their own, so that the rest of the database keeps working. */
beforeAll(async () => {
  if (reason !== undefined) return
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=755`, 'tmpfs', disk])
  logs = await startLogStore()
  const { rows } = await logs.store.pool.query(`select current_setting('data_directory') as folder`)
  const { uid, gid } = statSync(rows[0].folder)
  const place = join(disk, 'lines')
  execFileSync('mkdir', [place])
  chownSync(place, uid, gid)
  await logs.store.pool.query(`create tablespace small location '${place}'`)
  for (const table of ['log_chunk', 'log_reserve'])
    await logs.store.pool.query(`alter table ${table} set tablespace small`)
})

/** Runs the retention that the server runs every hour. */
beforeEach(async () => {
  if (reason === undefined) await retentionOf(logs.store).enforceLimits()
})

afterAll(async () => {
  if (reason !== undefined) return
  await logs?.stop()
  execFileSync('umount', ['-l', disk])
  rmSync(disk, { recursive: true, force: true })
})

const fill = () => {
  try {
    for (let size = 1 << 20; ; ) writeFileSync(ballast, Buffer.alloc(size, 1), { flag: 'a' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  }
}

const retentionOf = ({ db }: LogStore['store']) =>
  createLogRetention({ db, log: pino({ level: 'silent' }), limits: { retentionDays: 30, retentionBytes: 1e12 } })

const writerOf = (address: LogAddress) => {
  const { db } = logs.store
  return new LogWriter({ db, tails: new LogTails(), retention: retentionOf(logs.store) }, address, { head: 0 })
}

const line = (text: string) => ({ atMs: Date.now(), stream: 'stdout' as const, text })

const readAll = async (address: LogAddress): Promise<LogLine[]> => {
  const { oldest, head } = await logExtent(logs.store.db, address)
  return (await readBatches(logs.store.db, address, { from: oldest, to: head }, 1e9)).flatMap(linesOf)
}

const unkeptOf = (lines: LogLine[]) =>
  lines
    .filter(({ stream }) => stream === 'system')
    .map(({ log }) =>
      Number(/^([\d,]+) lines? could not be stored because the disk was full$/.exec(log)?.[1]?.replaceAll(',', '')),
    )
    .reduce((sum, count) => sum + count, 0)

test('on a full disk lines are dropped and counted, the writer never fails, and a later line reports the count', async (context) => {
  skipFor(context, reason)
  const address: LogAddress = { ...logs.address, logType: 'shellCommands' }
  const writer = writerOf(address)
  await writer.add([line('before')], 6, {})
  await writer.flush()
  fill()
  const written = 3000
  for (let number = 1; number <= written; number += 1) {
    await writer.add([line(`${number} ${randomBytes(300).toString('base64')}`)], 400, {})
    if (number % 100 === 0) await writer.flush()
  }
  rmSync(ballast)
  await until(async () => unkeptOf(await readAll(address)) > 0, 10_000)
  await writer.add([line('after')], 5, {})
  await writer.end(new AbortController().signal)
  writer.abandon()
  const kept = await readAll(address)
  expect(kept.at(-1)?.log).toBe('after')
  expect(kept.map(({ sequence }) => sequence)).toEqual(kept.map((_, index) => (kept[0]?.sequence ?? 0) + index))
  const numbered = kept.filter(({ log }) => /^\d+ /.test(log) && !log.includes('could not be kept'))
  expect(numbered.length + unkeptOf(kept)).toBe(written)
})

test('a log that is larger than the disk loses its oldest lines and continues', async (context) => {
  skipFor(context, reason)
  const writer = writerOf(logs.address)
  const chunks = 200
  for (let chunk = 1; chunk <= chunks; chunk += 1) {
    await writer.add([line(`${chunk} ${randomBytes(120_000).toString('base64')}`)], 160_000, {})
    await writer.flush()
  }
  await writer.add([line('last')], 4, {})
  await writer.end(new AbortController().signal)
  writer.abandon()
  const { oldest, head } = await logExtent(logs.store.db, logs.address)
  const kept = await readAll(logs.address)
  expect(kept.at(-1)).toMatchObject({ log: 'last', sequence: head })
  expect(oldest).toBeGreaterThan(1)
  // Much of the disk holds the newest lines.
  expect(kept.length).toBeGreaterThan(10)
})
