import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishOrganizationEvents } from '../../server/live/outbox.ts'
import { guardedSink } from '../../server/live/visible-events.ts'
import type { OrganizationEvent } from '../../src/contract/live.ts'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import { visitorPermissions } from '../../src/rules/roles.ts'
import { scaleToLoad } from '../scale-to-load.ts'
import { type LiveHarness, liveHarness, MAX_VISITORS, watched } from './live-harness.ts'
import { createOrganizationFixture, join } from './platform-harness.ts'

test('a visitor of a public organisation receives instances without their variables and prices [A1.3]', () => {
  const sent: unknown[] = []
  const sink = guardedSink(
    { send: (packets) => sent.push(...packets), ready: () => true, whenReady: async () => {}, lagged: () => {} },
    { organizationId: 'one' as OrganizationId, role: null, permissions: visitorPermissions },
  )
  const instance = {
    _id: 'one',
    environment: [{ name: 'PASSWORD', value: 'between us' }],
    extendedInstances: [{ defaultDailyTopup: 4711, price: 4711 }],
  }
  const project = { _id: 'two', topupReport: { defaultDailyTopUp: 4711 } }
  const sentPackets = [
    { sequence: 1, event: { kind: 'instanceCreated', row: instance } },
    { sequence: 2, event: { kind: 'instanceChanged', id: 'one', revision: 2, changes: instance } },
    { sequence: 3, event: { kind: 'projectChanged', id: 'two', revision: 2, changes: project } },
    { sequence: 4, event: { kind: 'instanceChanged', id: 'one', revision: 3, changes: { state: 'Active' } } },
    { sequence: 5, event: { kind: 'membersChanged' } },
    { sequence: 6, event: { kind: 'billingDetailsChanged' } },
  ]
  sink.send(sentPackets)
  expect(JSON.stringify(sent)).not.toMatch(/PASSWORD|between us|4711/)
  const redacted = { _id: 'one', environment: [], extendedInstances: [] }
  expect(sent).toEqual([
    { sequence: 1, event: { kind: 'instanceCreated', row: redacted } },
    { sequence: 2, event: { kind: 'instanceChanged', id: 'one', revision: 2, changes: redacted } },
    {
      sequence: 3,
      event: { kind: 'projectChanged', id: 'two', revision: 2, changes: { _id: 'two', topupReport: null } },
    },
    sentPackets[3],
    sentPackets[4],
    { sequence: 6, event: { kind: 'withheld' } },
  ])
})

test('nobody but members receives the paths of health checks', () => {
  const check = 'HTTP /up(1)?key=between/us on port 80'
  const message = `The health check (${check}) failed once. /up(1)?key=between/us answered with status 503.`
  const error = { code: 'unhealthy', message }
  const progressMessage = `Waiting for the health check (${check})`
  const changes = { _id: 'one', error, progressMessage, deployments: [{ error }, { error: null }] }
  const events = [
    { kind: 'instanceChanged', id: 'one', revision: 2, changes },
    { kind: 'instanceProgressed', id: 'one', revision: 2, progressMessage },
    // Cut at the limit of a message.
    { kind: 'instanceProgressed', id: 'one', revision: 2, progressMessage: progressMessage.slice(0, 50) },
  ]
  const received = (role: 'viewer' | null) => {
    const sent: unknown[] = []
    guardedSink(
      { send: (packets) => sent.push(...packets), ready: () => true, whenReady: async () => {}, lagged: () => {} },
      { organizationId: 'one' as OrganizationId, role, permissions: visitorPermissions },
    ).send(events.map((event, index) => ({ sequence: index + 1, event })))
    return JSON.stringify(sent)
  }
  expect(received('viewer')).toContain('between/us')
  expect(received(null)).not.toMatch(/between|up\(/)
  expect(received(null)).toContain('failed once. The program answered with status 503.')
})

describe('a public organisation', () => {
  let harness: LiveHarness
  beforeAll(async () => {
    harness = await liveHarness()
  })
  afterAll(() => harness.close())

  const publishEvent = (organizationId: string, event: OrganizationEvent) =>
    harness.store.db.transaction((tx) => publishOrganizationEvents(tx, organizationId as OrganizationId, event))

  test('a removed member receives no more than a visitor', async () => {
    const { organizationId } = await createOrganizationFixture(harness.store, { open: true })
    const { userId, token } = await harness.user('leaver')
    await join(harness.store, organizationId, userId, 'member')
    const topic = `organization/${organizationId}`
    const socket = harness.connect(token)
    const asMember = await watched(socket, topic, null)
    await publishEvent(organizationId, { kind: 'membersChanged' })
    await expect.poll(asMember.sequences).toEqual([1])
    await harness.store.pool.query('delete from member where user_id = $1', [userId])
    await expect.poll(() => asMember.ended).toMatchObject([{ topic, error: 'behind' }])
    const asVisitor = await watched(socket, topic, 1)
    expect(asVisitor.response).toEqual({ ok: true, from: 1 })
    const instance = { _id: 'one', environment: [{ name: 'PASSWORD', value: 'between us' }] }
    await publishEvent(organizationId, { kind: 'instanceCreated', row: instance } as unknown as OrganizationEvent)
    await expect.poll(asVisitor.sequences).toEqual([2])
    expect(JSON.stringify(asVisitor.got)).not.toContain('between us')
  })

  test('a visitor without a token receives events until the organisation is made private [A1.3] [A6.1]', async () => {
    const { organizationId } = await createOrganizationFixture(harness.store, { open: true })
    const topic = `organization/${organizationId}`
    const { response, sequences, ended } = await watched(harness.connect(undefined), topic, 0)
    expect(response).toEqual({ ok: true, from: 0 })
    await harness.publish(organizationId, 2)
    await expect.poll(sequences).toEqual([1, 2])
    const closedAtMs = performance.now()
    await harness.store.pool.query('update organization set publicly_accessible = false where id = $1', [
      organizationId,
    ])
    await expect
      .poll(() => ended, { interval: 10, timeout: scaleToLoad(1000) })
      .toMatchObject([{ topic, error: 'organizationNotFound' }])
    expect(performance.now() - closedAtMs).toBeLessThan(scaleToLoad(1000))
    await harness.publish(organizationId)
    const again = await watched(harness.connect((await harness.user('late')).token), topic, 0)
    expect(again.response).toMatchObject({ ok: false, error: 'organizationNotFound' })
    expect(sequences()).toEqual([1, 2])
  })

  test('a visitor receives no event from the time before it was made public', async () => {
    const { organizationId } = await createOrganizationFixture(harness.store, { open: false })
    const { userId, token } = await harness.user('publisher')
    await join(harness.store, organizationId, userId, 'owner')
    await harness.publish(organizationId, 2)
    await harness.store.pool.query(
      'update organization set publicly_accessible = true, public_since = event_sequence where id = $1',
      [organizationId],
    )
    await harness.publish(organizationId, 2)
    const topic = `organization/${organizationId}`
    const visitor = await watched(harness.connect(undefined), topic, 0)
    expect(visitor.response).toEqual({ ok: true, from: 2 })
    await expect.poll(visitor.sequences).toEqual([3, 4])
    const outsider = await watched(harness.connect((await harness.user('outsider')).token), topic, 1)
    expect(outsider.response).toEqual({ ok: true, from: 2 })
    const current = await watched(harness.connect(undefined), topic, 3)
    expect(current.response).toEqual({ ok: true, from: 3 })
    const member = await watched(harness.connect(token), topic, 0)
    expect(member.response).toEqual({ ok: true, from: 0 })
  })

  test('only members can watch its logs', async () => {
    const { deploymentId } = await createOrganizationFixture(harness.store, { open: true })
    const outsider = (await harness.user('reader')).token
    for (const [token, error] of [
      [undefined, 'notSignedIn'],
      [outsider, 'notFound'],
    ] as const) {
      const { response } = await watched(harness.connect(token), `deployment/${deploymentId}/instanceLogs`, 0)
      expect(response).toMatchObject({ ok: false, error })
    }
  })

  test('limits the visitor connections of one address and releases them, without a limit for signed-in users', async () => {
    const connected = async (token?: string) => {
      const socket = harness.connect(token)
      const outcome = await new Promise<string>((resolve) => {
        socket.on('connect', () => resolve('connected'))
        socket.on('connect_error', (error) => resolve(Object(error).data.error))
      })
      return { socket, outcome }
    }
    const { token } = await harness.user('member')
    const before: Awaited<ReturnType<typeof connected>>[] = []
    // Connections of earlier tests may still be open.
    for (let tried = 0; tried <= MAX_VISITORS; tried += 1) before.push(await connected())
    expect(before.at(-1)?.outcome).toBe('tooMany')
    expect((await connected(token)).outcome).toBe('connected')
    for (const { socket } of before) socket.disconnect()
    const again = async () => {
      const { socket, outcome } = await connected()
      socket.disconnect()
      return outcome
    }
    await expect.poll(again).toBe('connected')
  })

  test('deleting it ends every watch', async () => {
    const { organizationId } = await createOrganizationFixture(harness.store, { open: true })
    const topic = `organization/${organizationId}`
    const { response, got, ended } = await watched(harness.connect(undefined), topic, null)
    expect(response).toMatchObject({ ok: true })
    await harness.store.db.transaction(async (tx) => {
      await tx.execute(sql`update organization set deleted_at = now() where id = ${organizationId}`)
      await publishOrganizationEvents(tx, organizationId as OrganizationId, { kind: 'organizationRemoved' })
    })
    await expect.poll(() => ended).toMatchObject([{ topic, error: 'organizationNotFound' }])
    expect(got).toMatchObject([{ event: { kind: 'organizationRemoved' } }])
  })
})
