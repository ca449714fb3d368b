import { expect, test } from 'vitest'
import { createPolicy } from '../../server/http/policy.ts'
import type { Store } from '../../server/store/connection.ts'
import { mayVisit } from '../../src/contract/access.ts'
import type { UserId } from '../../src/contract/wire/common.ts'
import type { RoleGroup } from '../../src/contract/wire/role.ts'
import { scaleToLoad } from '../scale-to-load.ts'

interface Row {
  id: string
  open: boolean
  role: RoleGroup | null
  changed: null
}

/** A policy over a store whose look-ups are answered by the test, in the order in which they were sent. */
const watchedPolicy = () => {
  const lookUps: ((row: Row | undefined) => void)[] = []
  let notify: () => void = () => undefined
  const store = {
    listen: (_channel: string, handler: () => void) => {
      notify = handler
      return () => undefined
    },
    pool: {
      query: () => new Promise((resolve) => lookUps.push((row) => resolve({ rows: row === undefined ? [] : [row] }))),
    },
  }
  // The policy uses nothing else of a store.
  const policy = createPolicy(store as unknown as Store)
  const readAs = (userId: string, id = 'one') =>
    policy.authorize(
      { kind: 'user', userId: userId as UserId, by: { session: 'a session', expiresAtMs: Number.POSITIVE_INFINITY } },
      mayVisit('organization.read', 'organization', 'params.id'),
      id,
    )
  return { policy, lookUps, notify: () => notify(), readAs }
}

const row = (role: RoleGroup | null, open = false): Row => ({ id: 'one', open, role, changed: null })

test('a right that was read before a change, and arrives after it, is not cached', async () => {
  const { lookUps, notify, readAs } = watchedPolicy()
  const early = readAs('ada')
  notify()
  lookUps[0]?.(row('owner'))
  expect(await early).toMatchObject({ role: 'owner' })
  const later = readAs('ada')
  expect(lookUps).toHaveLength(2)
  lookUps[1]?.(row('viewer'))
  expect(await later).toMatchObject({ role: 'viewer' })
  expect(await readAs('ada'), 'from the cache').toMatchObject({ role: 'viewer' })
  expect(lookUps).toHaveLength(2)
  notify()
  void readAs('ada')
  expect(lookUps).toHaveLength(3)
})

test('a cached right is that of one user in one organisation', async () => {
  const { lookUps, readAs } = watchedPolicy()
  const owner = readAs('ada')
  lookUps[0]?.(row('owner'))
  await owner
  void readAs('bo')
  void readAs('ada', 'other')
  expect(lookUps).toHaveLength(3)
})

test('no right is cached for a user without a role, and none outlives a second', async () => {
  const { lookUps, readAs } = watchedPolicy()
  const asVisitor = readAs('ada')
  lookUps[0]?.(row(null, true))
  expect(await asVisitor).toMatchObject({ role: null })
  const asOwner = readAs('ada')
  lookUps[1]?.(row('owner'))
  await asOwner
  const cachedAtMs = performance.now()
  await expect
    .poll(() => {
      void readAs('ada').catch(() => undefined)
      return lookUps.length
    })
    .toBe(3)
  expect(performance.now() - cachedAtMs).toBeLessThan(scaleToLoad(1500))
})
