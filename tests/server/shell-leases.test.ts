import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type ShellHarness, shellHarness } from './shell-harness.ts'
import { until } from './until.ts'

let harness: ShellHarness
beforeAll(async () => {
  harness = await shellHarness({ renewMs: 50, endMs: 500 })
  await harness.start()
})
afterEach(() => {
  delete harness.fake.waits.opening
  delete harness.fake.waits.ending
})
afterAll(() => harness?.close())

const leaseOf = async (id: string) => {
  const text = 'select leased_until as until, node from shell_session where id = $1'
  const { rows } = await harness.store.pool.query<{ until: Date; node: string }>(text, [id])
  if (!rows[0]) throw new Error('The session is gone.')
  return rows[0]
}
const renewed = async (id: string) => {
  const { until: first } = await leaseOf(id)
  await until(async () => (await leaseOf(id)).until > first)
}
/** Makes a session that of a control plane that was killed. */
const leave = async (token: string) => {
  const { id } = await harness.open(token)
  const node = randomUUID()
  await harness.store.pool.query(
    `update shell_session set node = $2, leased_until = now() - interval '1 second' where id = $1`,
    [id, node],
  )
  return { lost: id, node }
}

test('an engine that does not end lost sessions delays neither the renewal of others nor the shutdown', async () => {
  const { token } = await harness.member()
  const { id, client } = await harness.open(token)
  harness.fake.waits.ending = new Promise(() => {})
  const { lost, node: dead } = await leave(token)
  await until(async () => (await leaseOf(lost)).node !== dead)
  await renewed(id)
  await renewed(id)
  const node = harness.node(false)
  await node.start()
  await node.stop()
  expect(await client.call('keepOpen', { id })).toEqual({ ok: true })
  await client.call('end', { id })
})

test('a session that opens slowly is renewed, and not taken as lost', async () => {
  const { token } = await harness.member()
  const id = (await harness.request(token)).json<{ shellSessionId: string }>().shellSessionId
  const gate = Promise.withResolvers<void>()
  harness.fake.waits.opening = gate.promise
  const client = harness.connect(token)
  const started = client.call('start', { id, columns: 80, rows: 24 })
  await until(async () => harness.fake.shells.find(({ mark }) => mark === id))
  await renewed(id)
  await renewed(id)
  gate.resolve()
  expect(await started).toEqual({ ok: true, input: 0 })
  expect(harness.fake.ended.some(({ mark }) => mark === id)).toBe(false)
  await client.call('end', { id })
})
