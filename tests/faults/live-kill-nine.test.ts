import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loops } from '../long-runs.ts'
import { until } from '../server/until.ts'
import { type BusyLog, LINES_PER_SECOND, startBusyLog } from './support/busy-log.ts'
import { sequenceErrors, watchLog } from './support/log-watcher.ts'

const KILLS = loops(20)
/** More lines than the test needs: the log grows until the instance is closed. */
const ENDLESS = 600 * LINES_PER_SECOND

let busy: BusyLog
beforeAll(async () => {
  busy = await startBusyLog()
})
afterAll(() => busy?.stop())

test(`after ${KILLS} kill -9 of the server under ${LINES_PER_SECOND} lines a second every line arrives exactly once`, async () => {
  const { controlPlane, token } = busy
  const deployment = await busy.startWriter(ENDLESS)
  const watcher = await watchLog(controlPlane.url, token, deployment)
  const growsBeyond = (last: number) => until(async () => watcher.last() > last, 60_000)
  try {
    for (let kill = 0; kill < KILLS; kill += 1) {
      await growsBeyond(watcher.last())
      await delay(Math.random() * 700)
      await controlPlane.kill()
      await controlPlane.start()
    }
    await growsBeyond(watcher.last() + LINES_PER_SECOND)
    watcher.close()
    expect(watcher.errors).toEqual([])
    const lines = await watcher.lines()
    expect(lines).toHaveLength(watcher.last())
    expect(sequenceErrors(lines).slice(0, 5)).toEqual([])
  } finally {
    watcher.close()
    await busy.closeInstance(deployment)
  }
})
