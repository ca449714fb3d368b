import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createGatewayLinks } from '../../server/compute/instances/gateway-links.ts'
import { lockInstance } from '../../server/compute/reconcile/roll-out/lock-instance.ts'
import { refreshInstance } from '../../server/compute/reconcile/roll-out/refresh-instance.ts'
import { createHub } from '../../server/live/hub.ts'
import { createOrganizationSource } from '../../server/live/organization-source.ts'
import type { PacketSink } from '../../server/live/topic-reader.ts'
import type { OrganizationPacket } from '../../src/contract/live.ts'
import { organizationTopic } from '../../src/contract/topics.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'
import { until } from './until.ts'

let harness: ComputeHarness
beforeAll(async () => {
  harness = await computeHarness()
})
afterAll(() => harness.close())

/** Watches the organisation on a separate node. */
const watch = async (after: number | null) => {
  const hub = createHub({ sources: [createOrganizationSource(harness.store)], log: pino({ level: 'silent' }) })
  const packets: (OrganizationPacket & { first?: number })[] = []
  const sink: PacketSink = {
    send: (sent) => void packets.push(...(sent as OrganizationPacket[])),
    ready: () => true,
    whenReady: async () => {},
    lagged: () => {},
  }
  const watching = await hub.watch(organizationTopic(harness.organizationId), after, sink)
  watching.start()
  onTestFinished(hub.stop)
  return { packets, from: watching.from }
}

const messagesIn = (packets: readonly OrganizationPacket[]) =>
  packets.flatMap(({ event }) => (event.kind === 'instanceProgressed' ? [event.progressMessage] : []))

/** Deploys a program that never opens its port, so that its start does not complete. */
const deployWaiting = () => harness.deploy({ image: 'longshore/clock:1', ports: [{ containerPort: 9000 }] })

test('progress is written and published while another transaction holds the row of the organisation', async () => {
  const [one, other] = [await watch(null), await watch(null)]
  const client = await harness.store.pool.connect()
  try {
    const { _id } = await deployWaiting()
    await until(async () => (await harness.instance(_id)).status === 'PROVISIONED')
    await client.query('begin')
    await client.query('select 1 from organization where id = $1 for no key update', [harness.organizationId])
    const written = (await harness.events()).length
    await until(async () => (await harness.instance(_id)).progressMessage === 'Waiting for port 9000 to respond')
    for (const { packets } of [one, other])
      await expect.poll(() => messagesIn(packets)).toContain('Waiting for port 9000 to respond')
    expect(await harness.events()).toHaveLength(written)
  } finally {
    await client.query('rollback')
    client.release()
  }
  for (const { packets, from } of [one, other]) {
    let last = from
    for (const { first, sequence } of packets) {
      expect(first ?? sequence).toBe(last + 1)
      last = sequence
    }
  }
})

test('a notification locks its user only after the organisation, as every change of a member does', async () => {
  const { _id } = await harness.deploy({ image: 'longshore/hello:1' })
  await harness.inState(_id, 'Active')
  const { db, pool } = harness.store
  const client = await pool.connect()
  let written: Promise<unknown> = Promise.resolve()
  try {
    await client.query('begin')
    await client.query('select 1 from organization where id = $1 for no key update', [harness.organizationId])
    const notification = { type: 'error', title: 'Hello', message: 'It stopped' } as const
    written = db.transaction(async (tx) => {
      const row = await lockInstance(tx, _id)
      if (!row) throw new Error('The instance is gone.')
      await refreshInstance(tx, row, { links: createGatewayLinks('http://localhost'), notification })
    })
    await until(async () => {
      const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
      return (await pool.query(waiting)).rowCount !== 0
    })
    await client.query("set local lock_timeout = '1s'")
    const user = await client.query('select from "user" where id = $1 for no key update', [harness.userId])
    expect(user.rowCount).toBe(1)
  } finally {
    await client.query('rollback')
    client.release()
    await written
  }
})

test('a new watcher receives the current progress message of an instance', async () => {
  const { _id } = await deployWaiting()
  await until(async () => (await harness.instance(_id)).progressMessage.startsWith('Waiting for port'))
  const { packets } = await watch(null)
  await expect
    .poll(() => packets.map(({ event }) => event))
    .toContainEqual({
      kind: 'instanceProgressed',
      id: _id,
      revision: (await harness.instance(_id)).revision,
      progressMessage: 'Waiting for port 9000 to respond',
    })
})
