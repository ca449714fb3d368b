import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type FakeShell, type ShellHarness, shellHarness } from './shell-harness.ts'
import { until } from './until.ts'

let harness: ShellHarness
beforeAll(async () => {
  harness = await shellHarness({ awayMs: 2000 })
})
afterEach(() => {
  delete harness.fake.waits.opening
})
afterAll(() => harness?.close())

const size = { columns: 80, rows: 24 }
const requested = async (token: string) =>
  (await harness.request(token)).json<{ shellSessionId: string }>().shellSessionId
/** Returns the container's side of a session that the engine is still opening. */
const opening = (id: string): Promise<FakeShell> =>
  until(async () => harness.fake.shells.find(({ mark }) => mark === id))
const holdOpening = () => {
  const gate = Promise.withResolvers<void>()
  harness.fake.waits.opening = gate.promise
  return gate.resolve
}
const signOut = (userId: string) =>
  harness.store.pool.query('update session set ended_at = now() where user_id = $1', [userId])

test('signing out ends the connection of shells', async () => {
  const { token, userId } = await harness.member()
  const { happened } = harness.connect(token)
  await happened('connect')
  await signOut(userId)
  await happened('disconnect')
})

test('a shell whose user signs out while it opens is never theirs', async () => {
  const { token, userId } = await harness.member()
  const client = harness.connect(token)
  const id = await requested(token)
  const open = holdOpening()
  client.socket.emit('start', { id, ...size })
  const shell = await opening(id)
  shell.terminal.write('secret')
  await signOut(userId)
  open()
  await until(async () => shell.isKilled || undefined)
  expect(client.text()).toBe('')
  await until(async () => (await harness.audited()).find(({ after }) => after.reason === 'accessLost'))
})

test('a start that is repeated while the first one runs gets the same shell', async () => {
  const { token } = await harness.member()
  const id = await requested(token)
  const open = holdOpening()
  const first = harness.connect(token)
  first.socket.emit('start', { id, ...size })
  const shell = await opening(id)
  first.socket.disconnect()
  const second = harness.connect(token)
  const started = second.call('start', { id, ...size })
  const thief = harness.connect((await harness.member()).token)
  expect(await thief.call('start', { id, ...size })).toMatchObject({ ok: false, error: 'notFound' })
  shell.terminal.write('prompt')
  open()
  expect(await started).toEqual({ ok: true, input: 0 })
  await until(async () => second.text() === 'prompt' || undefined)
  expect(harness.fake.shells.filter(({ mark }) => mark === id)).toHaveLength(1)
  await second.call('end', { id })
})

test('a position that is not kept does not take the session from its browser', async () => {
  const { token } = await harness.member()
  const { id, client, shell } = await harness.open(token)
  const other = harness.connect(token)
  expect(await other.call('resume', { id, output: 99 })).toMatchObject({ ok: false, error: 'notFound' })
  shell.terminal.write('still here')
  await until(async () => client.text() === 'still here' || undefined)
  await client.call('end', { id })
})
