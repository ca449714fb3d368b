import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseErrorKind } from '../../server/store/database-error-kind.ts'
import { type ComputeHarness, computeHarness } from '../server/compute-harness.ts'
import {
  createDrain,
  drainOnce,
  quietLog,
  type Receiver,
  readDrain,
  startReceiver,
  store,
  texts,
} from '../server/drains/drains-harness.ts'
import { until } from '../server/until.ts'
import { skipFor } from './support/skip-for.ts'

const reason =
  process.platform === 'linux' && process.getuid?.() === 0
    ? undefined
    : 'only root on Linux can mount the small disk that this test needs: run the tests as root'
const DISK_MB = 12

const disk = mkdtempSync(join(tmpdir(), 'longshore-drain-full-'))
const ballast = join(disk, 'ballast')
const tablespace = `small_${randomBytes(4).toString('hex')}`
const tables = ['log_chunk', 'drain', 'drain_position']
let harness: ComputeHarness
let receiver: Receiver

/** Puts log lines and the positions of drains on a small disk of their own. */
beforeAll(async () => {
  if (reason !== undefined) return
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=755`, 'tmpfs', disk])
  harness = await computeHarness()
  receiver = await startReceiver()
  const { rows } = await harness.store.pool.query(`select current_setting('data_directory') as folder`)
  const { uid, gid } = statSync(rows[0].folder)
  const place = join(disk, 'tables')
  mkdirSync(place)
  chownSync(place, uid, gid)
  await harness.store.pool.query(`create tablespace ${tablespace} location '${place}'`)
  for (const table of tables) await harness.store.pool.query(`alter table ${table} set tablespace ${tablespace}`)
})
afterAll(async () => {
  if (reason !== undefined) return
  rmSync(ballast, { force: true })
  for (const table of tables) await harness.store.pool.query(`alter table ${table} set tablespace pg_default`)
  await harness.store.pool.query(`drop tablespace ${tablespace}`)
  await harness.close()
  await receiver.close()
  execFileSync('umount', ['-l', disk])
  rmSync(disk, { recursive: true, force: true })
})

const fill = () => {
  try {
    for (let size = 1 << 16; ; ) writeFileSync(ballast, Buffer.alloc(size, 1), { flag: 'a' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  }
}

/** Stores lines until the disk takes no more; returns how many it took. */
async function storeUntilFull(log: Parameters<typeof store>[1]): Promise<number> {
  for (let stored = 0; ; stored += 10) {
    try {
      await store(
        harness,
        log,
        texts('full', 10, stored + 1).map((text) => `${text} ${randomBytes(2000).toString('base64')}`),
      )
    } catch (error) {
      if (databaseErrorKind(error) !== 'full') throw error
      return stored
    }
  }
}

test('a drain that is behind loses no stored line when the disk is full, and continues afterwards', async (context) => {
  skipFor(context, reason)
  const { log } = await quietLog(harness)
  receiver.respond = (_, response) => void response.writeHead(503).end()
  const target = { type: 'http' as const, url: receiver.url }
  const drain = await createDrain(harness, target, { services: ['extra'], logTypes: ['instanceLogs'] })
  await store(harness, log, texts('before', 50))
  await drainOnce(harness, drain, ({ state }) => state === 'failing')
  fill()
  const stored = await storeUntilFull(log)
  receiver.respond = (_, response) => void response.writeHead(200).end()
  const sent = () => new Set(receiver.messages().map((message) => message.split(' ', 2).join(' ')))
  const expected = [...texts('before', 50), ...texts('full', stored)]
  await until(async () => expected.every((text) => sent().has(text)) || undefined, 90_000)
  rmSync(ballast)
  await store(harness, log, texts('after', 5))
  await until(async () => texts('after', 5).every((text) => sent().has(text)) || undefined, 90_000)
  const last = await until(async () => {
    const { drain: now, waiting } = await readDrain(harness, drain)
    return waiting.lines === 0 ? now : undefined
  }, 30_000)
  expect(last).toMatchObject({ state: 'active', lostLines: 0, rejectedLines: 0, sentLines: expected.length + 5 })
})
