import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../server/until.ts'
import { type BusyLog, LINES_A_SECOND, startBusyLog } from './support/busy-log.ts'
import { faultsOf, watchLog } from './support/log-watcher.ts'

const KILLS = 20
const LINES = 30 * LINES_A_SECOND

let busy: BusyLog
beforeAll(async () => {
  busy = await startBusyLog()
})
afterAll(() => busy?.stop())

test(`after ${KILLS} kill -9 of the server under ${LINES_A_SECOND} lines a second every line is there, once`, async () => {
  const { plane, token } = busy
  const watcher = await watchLog(plane.url, token, await busy.writes(LINES))
  try {
    for (let kill = 0; kill < KILLS; kill += 1) {
      await delay(300 + Math.random() * 700)
      await plane.kill()
      await plane.start()
    }
    await until(async () => watcher.last() === LINES, 90_000)
    expect(watcher.faults).toEqual([])
    const lines = await watcher.lines()
    expect(lines).toHaveLength(LINES)
    expect(faultsOf(lines).slice(0, 5)).toEqual([])
  } finally {
    watcher.close()
  }
})
