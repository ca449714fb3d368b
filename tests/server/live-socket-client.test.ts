import { EventEmitter } from 'node:events'
import { pino } from 'pino'
import type { Socket } from 'socket.io'
import { afterEach, expect, test, vi } from 'vitest'
import { configFrom } from '../../server/config.ts'
import { ApiError } from '../../server/http/api-error.ts'
import { createLiveLimits } from '../../server/live/live-limits.ts'
import type { RightsChange } from '../../server/live/rights-changes.ts'
import { type LiveOptions, serveSocket } from '../../server/live/socket-client.ts'
import { RETRY_MS } from '../../server/live/watch-caller.ts'
import type { OrganizationId, UserId } from '../../src/contract/wire/common.ts'

const organizationId = 'c0ffee00-0000-4000-8000-000000000000' as OrganizationId
const userId = 'somebody' as UserId

/** A client without a network below its socket; it has only the parts that a watch needs. */
const attended = (
  authorize: LiveOptions['authorize'],
  {
    recheck = async (caller) => caller,
    begins = async () => undefined,
  }: { recheck?: LiveOptions['recheck']; begins?: () => Promise<unknown> } = {},
) => {
  const incoming = new EventEmitter()
  const emitted: unknown[][] = []
  const changes: ((change: RightsChange) => void)[] = []
  const socket = {
    conn: new EventEmitter(),
    disconnected: false,
    on: incoming.on.bind(incoming),
    emit: (...args: unknown[]) => emitted.push(args),
  }
  const watch = { from: 0, start: () => undefined, stop: () => undefined }
  serveSocket(
    socket as unknown as Socket,
    { kind: 'user', userId, by: { session: 'a session', expiresAtMs: Number.POSITIVE_INFINITY } },
    {
      hub: { watch: () => begins().then(() => watch) } as unknown as LiveOptions['hub'],
      authenticate: async () => ({ kind: 'visitor' }),
      recheck,
      authorize,
      rights: {
        on: (listener) => {
          changes.push(listener)
          return () => undefined
        },
      },
      limits: createLiveLimits(configFrom({}, '/')),
      log: pino({ level: 'silent' }),
    },
  )
  return { incoming, emitted, changes }
}

const topic = `organization/${organizationId}`
const asMember = { organizationId, role: 'member', permissions: [] } as const
const ended = ['watchEnded', { topic, error: 'organizationNotFound', message: expect.any(String) }]

afterEach(() => void vi.useRealTimers())

test('a watch that two changes end at the same time is ended once', async () => {
  const rejectors: (() => void)[] = []
  let isMember = true
  const { incoming, emitted, changes } = attended(() =>
    isMember
      ? Promise.resolve(asMember)
      : new Promise((_resolve, reject) => rejectors.push(() => reject(new ApiError('organizationNotFound')))),
  )
  const response = await new Promise((resolve) => incoming.emit('watch', { topic, after: 0 }, resolve))
  expect(response).toEqual({ ok: true, from: 0 })

  isMember = false
  for (const change of [
    { userId, organizationId },
    { userId, organizationId: null },
  ])
    for (const listener of changes) listener(change)
  await expect.poll(() => rejectors.length).toBe(2)
  for (const one of rejectors) one()
  await expect.poll(() => emitted.length).toBe(1)
  incoming.emit('disconnect')
  expect(emitted).toEqual([ended])
})

test.each(['authenticate', 'authorize'])(
  'when the database fails to %s, a lost right is re-checked until it responds',
  async (missing) => {
    vi.useFakeTimers()
    let isAway = false
    let isMember = true
    const lookUp = async <T>(question: string, response: T) => {
      if (isAway && question === missing) throw new ApiError('unavailable')
      return response
    }
    const { incoming, emitted, changes } = attended(
      async () => {
        if (!(await lookUp('authorize', isMember))) throw new ApiError('organizationNotFound')
        return asMember
      },
      { recheck: (caller) => lookUp('authenticate', caller) },
    )
    await new Promise((resolve) => incoming.emit('watch', { topic, after: 0 }, resolve))

    isAway = true
    isMember = false
    for (const listener of changes) listener({ userId, organizationId })
    await vi.advanceTimersByTimeAsync(3 * RETRY_MS - 1)
    expect(emitted, 'the watch cannot end before the database responds').toEqual([])
    isAway = false
    await vi.advanceTimersByTimeAsync(1)
    expect(emitted).toEqual([ended])
    incoming.emit('disconnect')
    expect(vi.getTimerCount()).toBe(0)
  },
)

test('a right that is lost while the watch starts, after its check, ends the watch', async () => {
  let isMember = true
  const begun = Promise.withResolvers<void>()
  const beginning = Promise.withResolvers<void>()
  const { incoming, emitted, changes } = attended(
    async () => {
      if (!isMember) throw new ApiError('organizationNotFound')
      return asMember
    },
    {
      begins: () => {
        beginning.resolve()
        return begun.promise
      },
    },
  )
  const response = new Promise((resolve) => incoming.emit('watch', { topic, after: 0 }, resolve))
  await beginning.promise
  isMember = false
  for (const listener of changes) listener({ userId, organizationId })
  begun.resolve()
  expect(await response).toEqual({ ok: true, from: 0 })
  await expect.poll(() => emitted).toEqual([ended])
  incoming.emit('disconnect')
})
