import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loops } from '../long-runs.ts'
import { until } from '../server/until.ts'
import { type BusyLog, LINES_PER_SECOND, startBusyLog } from './support/busy-log.ts'
import { sequenceErrors, watchLog } from './support/log-watcher.ts'
import { startTcpProxy } from './support/tcp-proxy.ts'

const CUTS = loops(100)
const MAX_INTERVAL_MS = 100
/** Long enough that the operating system’s socket buffers hold only a small part of the lines written meanwhile. */
const LONG_LINE_BYTES = 400
/** More lines than the test needs: the log grows until the instance is closed. */
const ENDLESS = 600 * LINES_PER_SECOND
const LINES = 10 * LINES_PER_SECOND

let busy: BusyLog
beforeAll(async () => {
  busy = await startBusyLog()
})
afterAll(() => busy?.stop())

test(`after ${CUTS} cuts of the connection under ${LINES_PER_SECOND} lines a second no line is missing or repeated`, async () => {
  const { controlPlane, token } = busy
  const proxy = await startTcpProxy(controlPlane.port)
  const deployment = await busy.startWriter(ENDLESS)
  const watcher = await watchLog(proxy.url, token, deployment, { fillFrom: controlPlane.url })
  const growsBeyond = (last: number) => until(async () => watcher.last() > last, 60_000)
  try {
    for (let cut = 0; cut < CUTS; cut += 1) {
      await growsBeyond(watcher.last())
      await delay(Math.random() * MAX_INTERVAL_MS)
      const connections = watcher.connections()
      proxy.cut()
      await until(async () => watcher.connections() > connections, 60_000)
    }
    expect(watcher.connections()).toBeGreaterThan(CUTS)
    await growsBeyond(watcher.last() + LINES_PER_SECOND)
    watcher.close()
    expect(watcher.errors).toEqual([])
    const lines = await watcher.lines()
    expect(lines).toHaveLength(watcher.last())
    expect(sequenceErrors(lines).slice(0, 5)).toEqual([])
  } finally {
    watcher.close()
    await busy.closeInstance(deployment)
    await proxy.stop()
  }
})

test('a watcher that stops reading does not slow down another one, and receives the newest lines and a gap that it can fill', async () => {
  const { controlPlane, token } = busy
  const proxy = await startTcpProxy(controlPlane.port)
  const deployment = await busy.startWriter(LINES, LONG_LINE_BYTES)
  const stuck = await watchLog(proxy.url, token, deployment, { fillFrom: controlPlane.url })
  const other = await watchLog(controlPlane.url, token, deployment)
  try {
    await until(async () => stuck.last() > LINES_PER_SECOND)
    proxy.freeze(true)
    await until(async () => other.last() > LINES_PER_SECOND * 7, 30_000)
    proxy.freeze(false)
    await until(async () => stuck.last() === LINES && other.last() === LINES, 60_000)
    expect([...stuck.errors, ...other.errors]).toEqual([])
    for (const watcher of [stuck, other]) {
      const lines = await watcher.lines()
      expect(lines).toHaveLength(LINES)
      expect(sequenceErrors(lines).slice(0, 5)).toEqual([])
    }
    expect(
      stuck.packets.some((packet) => 'kind' in packet && packet.kind === 'gap'),
      'the stuck watcher received a gap',
    ).toBe(true)
  } finally {
    stuck.close()
    other.close()
    await proxy.stop()
  }
})
