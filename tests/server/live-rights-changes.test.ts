import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchRights } from '../../server/live/rights-changes.ts'
import type { Store } from '../../server/store/connection.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a missed notification of a change is delivered to listeners a moment later', async () => {
  let notify = (_payload: string | null) => {}
  const listen: Store['listen'] = (_channel, handler) => {
    notify = handler
    return () => undefined
  }
  const rights = watchRights({ listen } as Store)
  notify('{"userId":"ada","organizationId":null}')
  await vi.advanceTimersByTimeAsync(500)
  const listener = vi.fn()
  rights.on(listener)
  await vi.runAllTimersAsync()
  expect(listener.mock.calls).toEqual([[{ userId: 'ada', organizationId: null }]])
  rights.stop()
})
