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

/** A session that expires at a given time; `renew` moves the time, `recheck` returns it. */
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
      return inSession(expiryMs)
    },
  }
}

test('a session of sixty days ends on that day, and not before', async () => {
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

test('an unreachable database ends no session, and the check is retried', async () => {
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

test('a caller who has left is not checked again, even when they leave during a check', async () => {
  const end = ending(2000)
  const watch = watchCaller(inSession(1000), end.recheck, () => undefined)
  const pending = watch.checkCaller()
  watch.stop()
  expect(await pending).toBe('valid')
  await vi.advanceTimersByTimeAsync(DAY_MS)
  expect(end.recheckCount()).toBe(1)
})
