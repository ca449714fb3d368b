import { performance } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** After the first requests, which the pause of a collection would delay. */
const FIRST_AFTER_MS = 10_000
const EVERY_MS = 30_000
const IDLE_BELOW = 0.1
const WORTH_BYTES = 12_000_000

/**
 * Returns memory to the system after the start and after later peaks: Node alone keeps the heap of its busiest moment,
 * which is most of what an idle control plane would use. Collects only while the event loop is idle.
 */
export const collectGarbageWhenIdle = (): (() => void) => {
  setFlagsFromString('--expose-gc')
  const collect: (options: object) => void = runInNewContext('gc')
  const giveBack = () => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })

  let before = performance.eventLoopUtilization()
  const check = () => {
    const since = performance.eventLoopUtilization(before)
    before = performance.eventLoopUtilization()
    if (since.utilization < IDLE_BELOW && youngBytes() > WORTH_BYTES) giveBack()
  }
  let every: NodeJS.Timeout | undefined
  const first = setTimeout(() => {
    giveBack()
    every = setInterval(check, EVERY_MS)
    every.unref()
  }, FIRST_AFTER_MS)
  first.unref()
  return () => {
    clearTimeout(first)
    clearInterval(every)
  }
}

const youngBytes = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0
