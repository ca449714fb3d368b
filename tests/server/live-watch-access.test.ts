import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../server/http/api-error.ts'
import type { Caller, Scope } from '../../server/http/handler.ts'
import { type AccessChecks, watchAccess } from '../../server/live/responses/watch-access.ts'
import type { RightsChange } from '../../server/live/rights-changes.ts'
import { RETRY_MS } from '../../server/live/watch-caller.ts'
import { may } from '../../src/contract/access.ts'
import type { OrganizationId, UserId } from '../../src/contract/wire/common.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

const userId = 'a user' as UserId
const organizationId = 'an organisation' as OrganizationId
const caller: Caller = { kind: 'user', userId, by: { session: 'a session', expiresAtMs: 86_400_000 } }
const scope: Scope = { organizationId, role: 'viewer', permissions: ['audit.read'] }
const ofOrganization = { userId: null, organizationId }
const ofUser = { userId, organizationId: null }

/** Watches an access that `authorize` checks; returns the listeners for changes of rights. */
const watched = (authorize: () => Promise<Scope>, recheck: AccessChecks['recheck'] = async (of) => of) => {
  const listeners = new Set<(change: RightsChange) => void>()
  const over = vi.fn()
  const rights: AccessChecks['rights'] = {
    on: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const access = may('audit.read', 'organization', 'params.id')
  const watch = watchAccess({ authorize, recheck, rights }, { caller, access, id: organizationId, scope }, over)
  const change = async (one: RightsChange) => {
    for (const listener of listeners) listener(one)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { watch, over, change, listeners }
}

test('an access that ended before the watch began is over', async () => {
  const { over } = watched(async () => {
    throw new ApiError('notAllowed')
  })
  await vi.advanceTimersByTimeAsync(0)
  expect(over).toHaveBeenCalledOnce()
})

test.each([
  ['organizationNotFound', ofOrganization],
  ['notAllowed', ofOrganization],
  ['sessionEnded', ofUser],
  ['scopeMissing', ofUser],
  ['notSignedIn', { userId: null, organizationId: null }],
] as const)('the access is over after a change that makes the check fail with %s', async (code, of) => {
  const authorize = vi.fn(async () => scope)
  const { over, change } = watched(authorize)
  await change(of)
  expect(over).not.toHaveBeenCalled()
  authorize.mockRejectedValue(new ApiError(code))
  await change(of)
  expect(over).toHaveBeenCalledOnce()
})

test('changes of other users and organisations are not checked', async () => {
  const authorize = vi.fn(async () => scope)
  const { change } = watched(authorize)
  await change({ userId: 'another' as UserId, organizationId: null })
  await change({ userId, organizationId: 'another' as OrganizationId })
  expect(authorize).toHaveBeenCalledOnce()
})

test('the policy sees the current scopes of an API token', async () => {
  const current: Caller = { ...caller, by: { session: 'as of now', expiresAtMs: 1000 } }
  const authorize = vi.fn(async () => scope)
  watched(authorize, async () => current)
  await vi.advanceTimersByTimeAsync(0)
  expect(authorize).toHaveBeenCalledWith(current, expect.anything(), organizationId)
})

test('an unreachable database ends nothing, and the check is repeated', async () => {
  const authorize = vi.fn(async () => scope)
  const { over, change } = watched(authorize)
  authorize.mockRejectedValue(new ApiError('unavailable'))
  await change(ofOrganization)
  expect(over).not.toHaveBeenCalled()
  authorize.mockRejectedValue(new ApiError('notAllowed'))
  await vi.advanceTimersByTimeAsync(RETRY_MS)
  expect(over).toHaveBeenCalledOnce()
})

test('a stopped watch leaves no listener and no timer, and its pending check ends nothing', async () => {
  const checked = Promise.withResolvers<Scope>()
  const { watch, over, listeners } = watched(() => checked.promise)
  watch.stop()
  checked.reject(new ApiError('notAllowed'))
  await vi.advanceTimersByTimeAsync(0)
  expect(over).not.toHaveBeenCalled()
  expect([listeners.size, vi.getTimerCount()]).toEqual([0, 0])
})
