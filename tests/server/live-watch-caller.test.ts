import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../server/http/api-error.ts'
import type { Caller } from '../../server/http/handler.ts'
import { watchCaller } from '../../server/live/watch-caller.ts'
import type { UserId } from '../../src/contract/wire/common.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

const DAY_MS = 86_400_000
const inSession = (expiresAtMs: number): Caller => ({
  kind: 'user',
  userId: 'somebody' as UserId,
  by: { session: 'a session', expiresAtMs },
})

/** Is over from a time on; says that time as the end, which `renew` moves. */
const ending = (firstMs: number) => {
  let expiryMs = firstMs
  let recheckCount = 0
  let away = false
  return {
    recheckCount: () => recheckCount,
    renew: (ms: number) => {
      expiryMs = ms
    },
    fail: (fails: boolean) => {
      away = fails
    },
    recheck: async () => {
      recheckCount += 1
      if (away) throw new ApiError('unavailable')
      if (Date.now() >= expiryMs) throw new ApiError('sessionEnded')
      return expiryMs
    },
  }
}

test('whoever comes by what ends in sixty days is let go on that day, and not before', async () => {
  const end = ending(60 * DAY_MS)
  const over = vi.fn()
  watchCaller(inSession(60 * DAY_MS), end.recheck, over)
  await vi.advanceTimersByTimeAsync(60 * DAY_MS - 1)
  expect(over).not.toHaveBeenCalled()
  expect(end.recheckCount(), 'a timer lasts less than 25 days').toBe(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(over).toHaveBeenCalledOnce()
})

test('a renewal moves the end', async () => {
  const end = ending(DAY_MS)
  const over = vi.fn()
  watchCaller(inSession(DAY_MS), end.recheck, over)
  end.renew(3 * DAY_MS)
  await vi.advanceTimersByTimeAsync(3 * DAY_MS - 1)
  expect([over.mock.calls.length, end.recheckCount()]).toEqual([0, 1])
  await vi.advanceTimersByTimeAsync(1)
  expect(over).toHaveBeenCalledOnce()
})

test('while the database is away nobody is let go, and it is asked again', async () => {
  const end = ending(1000)
  const over = vi.fn()
  watchCaller(inSession(1000), end.recheck, over)
  end.fail(true)
  await vi.advanceTimersByTimeAsync(10_999)
  expect([over.mock.calls.length, end.recheckCount()]).toEqual([0, 2])
  end.fail(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(over).toHaveBeenCalledOnce()
})

test('nothing is asked about whoever has gone, also when they go while it is asked', async () => {
  const end = ending(2000)
  const watch = watchCaller(inSession(1000), end.recheck, () => undefined)
  const pending = watch.stillIs()
  watch.stop()
  expect(await pending).toBe('is')
  await vi.advanceTimersByTimeAsync(DAY_MS)
  expect(end.recheckCount()).toBe(1)
})
