import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { repeatEvery } from '../../server/jobs/repeat-every.ts'

const PAUSE_MS = 1000

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A task whose runs end when the test says so. */
function heldTask() {
  const runs: PromiseWithResolvers<void>[] = []
  const task = () => {
    const run = Promise.withResolvers<void>()
    runs.push(run)
    return run.promise
  }
  return { runs, task }
}

test('pauses after each run, so that a slow one is never run twice at once', async () => {
  const { runs, task } = heldTask()
  const stop = repeatEvery(PAUSE_MS, task)
  expect(runs).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(PAUSE_MS)
  expect(runs).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(10 * PAUSE_MS)
  expect(runs).toHaveLength(1)
  runs[0]?.resolve()
  await vi.advanceTimersByTimeAsync(PAUSE_MS - 1)
  expect(runs).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(runs).toHaveLength(2)
  runs[1]?.resolve()
  await stop()
})

test('runs at once where it is due now, and goes on after an error', async () => {
  const { runs, task } = heldTask()
  const errors: unknown[] = []
  const stop = repeatEvery(PAUSE_MS, task, { isDueNow: true, onError: (error) => errors.push(error) })
  expect(runs).toHaveLength(1)
  runs[0]?.reject(new Error('no connection'))
  await vi.advanceTimersByTimeAsync(PAUSE_MS)
  expect(errors).toEqual([new Error('no connection')])
  expect(runs).toHaveLength(2)
  runs[1]?.resolve()
  await stop()
})

test('stopping interrupts the run, waits for it, hears nothing of its error and starts no other', async () => {
  const errors: unknown[] = []
  let begun = 0
  const stop = repeatEvery(
    PAUSE_MS,
    (stopping) => {
      begun += 1
      const { promise, reject } = Promise.withResolvers<void>()
      stopping.addEventListener('abort', () => setTimeout(reject, PAUSE_MS, new Error('interrupted')))
      return promise
    },
    { isDueNow: true, onError: (error) => errors.push(error) },
  )
  let isStopped = false
  const stopped = stop().then(() => {
    isStopped = true
  })
  await vi.advanceTimersByTimeAsync(PAUSE_MS - 1)
  expect(isStopped).toBe(false)
  await vi.advanceTimersByTimeAsync(10 * PAUSE_MS)
  await stopped
  expect(errors).toEqual([])
  expect(begun).toBe(1)
})
