import { EventEmitter } from 'node:events'
import { pino } from 'pino'
import type { Socket } from 'socket.io'
import { expect, test } from 'vitest'
import { Refused } from '../../server/http/refused.ts'
import type { RightsChange } from '../../server/live/rights-changes.ts'
import { attendClient, type LiveOptions } from '../../server/live/socket-client.ts'
import type { OrganizationId, UserId } from '../../src/contract/wire/common.ts'

const organizationId = 'c0ffee00-0000-4000-8000-000000000000' as OrganizationId
const userId = 'somebody' as UserId

/** A client that has no network below its socket; what is not there, one that only watches does not use. */
const attended = (authorize: LiveOptions['authorize']) => {
  const comes = new EventEmitter()
  const said: unknown[][] = []
  const changes: ((change: RightsChange) => void)[] = []
  const socket = {
    conn: new EventEmitter(),
    disconnected: false,
    on: comes.on.bind(comes),
    emit: (...words: unknown[]) => said.push(words),
  }
  const watch = { from: 0, start: () => undefined, stop: () => undefined }
  attendClient(
    socket as unknown as Socket,
    { kind: 'person', userId, by: { session: 'a session', expiresAtMs: Number.POSITIVE_INFINITY } },
    {
      hub: { watch: async () => watch } as unknown as LiveOptions['hub'],
      authenticate: async () => ({ kind: 'visitor' }),
      recheck: async () => null,
      authorize,
      rights: {
        on: (listener) => {
          changes.push(listener)
          return () => undefined
        },
      },
      log: pino({ level: 'silent' }),
    },
  )
  return { comes, said, changes }
}

test('a watch that two changes end at once is told to be over once', async () => {
  const refuse: (() => void)[] = []
  let isMember = true
  const { comes, said, changes } = attended((_caller, _access, id) =>
    isMember
      ? Promise.resolve({ organizationId: id as OrganizationId, role: 'member', permissions: [] })
      : new Promise((_resolve, reject) => refuse.push(() => reject(new Refused('organizationNotFound')))),
  )
  const topic = `organization/${organizationId}`
  const answer = await new Promise((resolve) => comes.emit('watch', { topic, after: 0 }, resolve))
  expect(answer).toEqual({ ok: true, from: 0 })

  isMember = false
  for (const change of [
    { userId, organizationId },
    { userId, organizationId: null },
  ])
    for (const listener of changes) listener(change)
  await expect.poll(() => refuse.length).toBe(2)
  for (const one of refuse) one()
  await expect.poll(() => said.length).toBe(1)
  comes.emit('disconnect')
  expect(said).toEqual([['watchEnded', { topic, error: 'organizationNotFound', message: expect.any(String) }]])
})
