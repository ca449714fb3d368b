import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sayToOrganization } from '../../server/live/outbox.ts'
import { visitorOutlet } from '../../server/live/visitor-outlet.ts'
import type { OrganizationEvent } from '../../src/contract/live.ts'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import { type LiveHarness, liveHarness, watched } from './live-harness.ts'
import { join, makeEstate } from './platform-harness.ts'

test('a visitor of a public organisation hears of an instance without the values of its variables [A1.3]', () => {
  const sent: unknown[] = []
  const outlet = visitorOutlet({
    send: (packets) => sent.push(...packets),
    ready: () => true,
    whenReady: async () => {},
    behind: () => {},
  })
  const instance = { _id: 'one', environment: [{ name: 'PASSWORD', value: 'between us' }] }
  const line = { sequence: 2, log: 'a line' }
  outlet.send([{ sequence: 1, event: { kind: 'instanceChanged', instance } } as { sequence: number }, line])
  expect(JSON.stringify(sent)).not.toContain('between us')
  expect(sent).toMatchObject([
    { sequence: 1, event: { instance: { _id: 'one', environment: [{ name: 'PASSWORD', value: '' }] } } },
    line,
  ])
})

describe('a public organisation', () => {
  let harness: LiveHarness
  beforeAll(async () => {
    harness = await liveHarness()
  })
  afterAll(() => harness.close())

  const tell = (organizationId: string, event: OrganizationEvent) =>
    harness.store.db.transaction((tx) => sayToOrganization(tx, organizationId as OrganizationId, event))

  test('tells a member who was taken out no more than a visitor', async () => {
    const { organizationId } = await makeEstate(harness.store, { open: true })
    const { userId, token } = await harness.person('leaver')
    await join(harness.store, organizationId, userId, 'member')
    const topic = `organization/${organizationId}`
    const socket = harness.connect(token)
    const asMember = await watched(socket, topic, null)
    await tell(organizationId, { kind: 'membersChanged' })
    await expect.poll(asMember.sequences).toEqual([1])
    await harness.store.pool.query('delete from member where user_id = $1', [userId])
    await expect.poll(() => asMember.ended).toMatchObject([{ topic, error: 'behind' }])
    const asVisitor = await watched(socket, topic, 1)
    expect(asVisitor.answer).toEqual({ ok: true, from: 1 })
    const instance = { _id: 'one', environment: [{ name: 'PASSWORD', value: 'between us' }] }
    await tell(organizationId, { kind: 'instanceChanged', instance } as unknown as OrganizationEvent)
    await expect.poll(asVisitor.sequences).toEqual([2])
    expect(JSON.stringify(asVisitor.got)).not.toContain('between us')
  })

  test('that is deleted is over for everybody who watches it', async () => {
    const { organizationId } = await makeEstate(harness.store, { open: true })
    const topic = `organization/${organizationId}`
    const { answer, got, ended } = await watched(harness.connect(undefined), topic, null)
    expect(answer).toMatchObject({ ok: true })
    await harness.store.db.transaction(async (tx) => {
      await tx.execute(sql`update organization set deleted_at = now() where id = ${organizationId}`)
      await sayToOrganization(tx, organizationId as OrganizationId, { kind: 'organizationRemoved' })
    })
    await expect.poll(() => ended).toMatchObject([{ topic, error: 'organizationNotFound' }])
    expect(got).toMatchObject([{ event: { kind: 'organizationRemoved' } }])
  })
})
