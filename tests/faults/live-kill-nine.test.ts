import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../server/until.ts'
import { type BusyLog, LINES_A_SECOND, startBusyLog } from './support/busy-log.ts'
import { faultsOf, watchLog } from './support/log-watcher.ts'

const KILLS = 20
/** More than are written by then: the log grows until it is closed. */
const ENDLESS = 600 * LINES_A_SECOND

let busy: BusyLog
beforeAll(async () => {
  busy = await startBusyLog()
})
afterAll(() => busy?.stop())

test(`after ${KILLS} kill -9 of the server under ${LINES_A_SECOND} lines a second every line is there, once`, async () => {
  const { plane, token } = busy
  const deployment = await busy.writes(ENDLESS)
  const watcher = await watchLog(plane.url, token, deployment)
  const growsBeyond = (last: number) => until(async () => watcher.last() > last, 60_000)
  try {
    for (let kill = 0; kill < KILLS; kill += 1) {
      await growsBeyond(watcher.last())
      await delay(Math.random() * 700)
      await plane.kill()
      await plane.start()
    }
    await growsBeyond(watcher.last() + LINES_A_SECOND)
    watcher.close()
    expect(watcher.faults).toEqual([])
    const lines = await watcher.lines()
    expect(lines).toHaveLength(watcher.last())
    expect(faultsOf(lines).slice(0, 5)).toEqual([])
  } finally {
    watcher.close()
    await busy.ends(deployment)
  }
})
