import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { isLongRun } from '../long-runs.ts'
import { startDocker } from './docker-harness.ts'
import { deploy, spec, withEngine } from './harness.ts'

/** About 280 bytes a line in files of 20 MB. */
const LINES = isLongRun ? 300_000 : 160_000
const settings = { LINE_BYTES: '200', LINES_PER_SECOND: '30000', EXIT_CODE: '0' }

const { test, it } = withEngine(startDocker)

const PAUSE_EVERY = 40_000

test.for([0, 1500])(
  'a follower that pauses for %d ms at times receives every line once across log rotations',
  async (restMs) => {
    const { id } = await deploy(
      it.engine,
      spec('longshore/burst:1', { environment: { ...settings, LINES: String(LINES) } }),
    )
    let last = 0
    const wrong: string[] = []
    for await (const { bytes } of it.engine.logs(id, { follow: true })) {
      const number = Number(/^line (\d+) /.exec(Buffer.from(bytes).toString())?.[1])
      if (number !== last + 1) wrong.push(`${number} after ${last}`)
      last = number
      if (restMs > 0 && number % PAUSE_EVERY === 0) await delay(restMs)
    }
    expect(wrong).toEqual([])
    expect(last).toBe(LINES)
  },
)
