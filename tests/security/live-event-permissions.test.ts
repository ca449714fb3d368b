import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newApiKey } from '../../server/keys/api-keys.ts'
import { publishOrganizationEvents } from '../../server/live/outbox.ts'
import type { TokenScope } from '../../src/contract/access.ts'
import type { OrganizationEvent } from '../../src/contract/live.ts'
import type { InstanceId, OrganizationId, ProjectId } from '../../src/contract/wire/common.ts'
import type { RoleGroup } from '../../src/contract/wire/role.ts'
import { type LiveHarness, liveHarness, watched } from '../server/live-harness.ts'
import { createOrganizationFixture, join, type OrganizationFixture } from '../server/platform-harness.ts'

let harness: LiveHarness
let fixture: OrganizationFixture
beforeAll(async () => {
  harness = await liveHarness()
})
afterAll(() => harness.close())
beforeEach(async () => {
  fixture = await createOrganizationFixture(harness.store, { open: false })
})

const topic = () => `organization/${fixture.organizationId}`
const member = async (role: RoleGroup) => {
  const user = await harness.user(role)
  await join(harness.store, fixture.organizationId, user.userId, role)
  return user
}
const publish = (...events: [OrganizationEvent, ...OrganizationEvent[]]) =>
  harness.store.db.transaction((tx) =>
    publishOrganizationEvents(tx, fixture.organizationId as OrganizationId, ...events),
  )
const restrict = (role: RoleGroup, permissions: readonly string[]) =>
  harness.store.pool.query('insert into role_permission (organization_id, role, permissions) values ($1, $2, $3)', [
    fixture.organizationId,
    role,
    permissions,
  ])

const billing: OrganizationEvent = { kind: 'billingDetailsChanged' }
const project: OrganizationEvent = { kind: 'projectRemoved', id: crypto.randomUUID() as ProjectId }
const instance: OrganizationEvent = {
  kind: 'instanceChanged',
  id: crypto.randomUUID() as InstanceId,
  revision: 2,
  changes: { name: 'a secret plan' },
}

/** Resolves with the kinds of events that a token receives, and checks that catch-up delivers the same as live. */
const received = async (token: string) => {
  const live = await watched(harness.connect(token), topic(), null)
  expect(live.response).toMatchObject({ ok: true })
  const last = await publish(billing, project, instance)
  await expect.poll(() => live.sequences().at(-1)).toBe(last)
  const late = await watched(harness.connect(token), topic(), last - 3)
  await expect.poll(() => late.sequences().at(-1)).toBe(last)
  const kinds = [live, late].map(({ got }) => got.map(({ event }) => event.kind))
  expect(kinds[1], 'catch-up delivers the same kinds as live').toEqual(kinds[0])
  return { kinds: kinds[0], text: JSON.stringify([live.got, late.got]) }
}

describe('events of an organisation', () => {
  test('about billing reach members with access to billing, and are withheld from a viewer', async () => {
    const kinds = ['billingDetailsChanged', 'projectRemoved', 'instanceChanged']
    expect((await received((await member('billing')).token)).kinds).toEqual(kinds)
    const viewer = await received((await member('viewer')).token)
    expect(viewer.kinds).toEqual(['withheld', 'projectRemoved', 'instanceChanged'])
    expect(viewer.text).not.toContain('billing')
  })

  test('of a kind that a role may not read are withheld from it', async () => {
    await restrict('viewer', ['organization.read', 'projects.read'])
    const { kinds, text } = await received((await member('viewer')).token)
    expect(kinds).toEqual(['withheld', 'projectRemoved', 'withheld'])
    expect(text).not.toContain('a secret plan')
  })

  test.each<[string, TokenScope[], string, string[]]>([
    ['without the billing scope', ['read'], 'compute', ['withheld', 'projectRemoved', 'instanceChanged']],
    ['of another kind of app', ['read', 'billing'], 'site', ['billingDetailsChanged', 'withheld', 'withheld']],
  ])('for an API token %s are filtered by its permissions', async (_what, scopes, appType, kinds) => {
    const owner = await member('owner')
    const { value, hash, start } = newApiKey()
    await harness.store.pool.query(
      `insert into api_key (user_id, organization_id, app_type, name, hash, start, scopes)
       values ($1, $2, $3, 'a key', $4, $5, $6)`,
      [owner.userId, fixture.organizationId, appType, hash, start, scopes],
    )
    expect((await received(value)).kinds).toEqual(kinds)
  })

  test('are withheld at once from a member who loses the permission, even if the next event follows immediately', async () => {
    for (let round = 0; round < 15; round += 1) {
      const { userId, token } = await member('billing')
      const { got, ended, sequences } = await watched(harness.connect(token), topic(), null)
      const before = await publish(billing)
      await expect.poll(() => sequences().at(-1)).toBe(before)
      await harness.store.pool.query(`update member set role = 'viewer' where user_id = $1`, [userId])
      const after = await publish(billing)
      await publish(billing)
      await expect.poll(() => ended).toMatchObject([{ topic: topic(), error: 'behind' }])
      const leaked = got.filter(({ sequence, event }) => sequence >= after && event.kind !== 'withheld')
      expect(leaked, `round ${round}`).toEqual([])
      const again = await watched(harness.connect(token), topic(), before)
      await expect.poll(again.sequences).toEqual([after, after + 1])
      expect(again.got.map(({ event }) => event.kind)).toEqual(['withheld', 'withheld'])
    }
  })

  test('still reach other members while the rights of one member change', async () => {
    const reader = await member('billing')
    const { got, ended, sequences } = await watched(harness.connect(reader.token), topic(), null)
    const other = await member('viewer')
    let last = 0
    for (let times = 0; times < 10; times += 1) {
      const role = times % 2 ? 'viewer' : 'member'
      await harness.store.pool.query('update member set role = $2 where user_id = $1', [other.userId, role])
      last = await publish({ kind: 'membersChanged' })
    }
    await expect.poll(() => sequences().at(-1)).toBe(last)
    expect(ended).toEqual([])
    expect(new Set(got.map(({ event }) => event.kind))).toEqual(new Set(['membersChanged']))
  })
})
