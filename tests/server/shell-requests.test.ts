import { afterAll, beforeAll, expect, test } from 'vitest'
import { COSTLY_PER_MINUTE } from '../../server/compute/shell/shell-socket.ts'
import { type ShellHarness, shellHarness } from './shell-harness.ts'
import { until } from './until.ts'

let harness: ShellHarness
beforeAll(async () => {
  harness = await shellHarness()
})
afterAll(() => harness?.close())

test('while a size is being set, only the latest of the next ones waits', async () => {
  const { token } = await harness.member()
  const { id, client, shell } = await harness.open(token)
  const gate = Promise.withResolvers<void>()
  harness.fake.waits.resize = gate.promise
  const rest = Array.from({ length: 20 }, (_, at) => client.call('resize', { id, columns: 100 + at, rows: 24 }))
  await client.call('keepOpen', { id })
  gate.resolve()
  await Promise.all(rest)
  expect(shell.sizes.map(({ columns }) => columns)).toEqual([80, 100, 119])
  await client.call('end', { id })
})

test('costly requests of a user are limited, over all of their connections', async () => {
  const { token } = await harness.member()
  const { id, client } = await harness.open(token)
  const other = harness.connect(token)
  const resumes = Array.from({ length: COSTLY_PER_MINUTE }, (_, at) =>
    (at % 2 === 0 ? client : other).call('resume', { id, output: 0 }),
  )
  await Promise.all(resumes)
  for (const one of [client, other])
    expect(await one.call('resume', { id, output: 0 })).toMatchObject({ ok: false, error: 'tooMany' })
  expect(await client.call('keepOpen', { id })).toEqual({ ok: true })
  // Others are not behind them.
  await harness.open((await harness.member()).token)
  await client.call('end', { id })
  await until(async () => (client.ended[0] ?? other.ended[0]) !== undefined)
})

test('a program that asks its terminal for its status does not keep the session open', async () => {
  const idle = await shellHarness({ idleMs: 600, idleWarningMs: 100 })
  try {
    const { token } = await idle.member()
    const { id, client } = await idle.open(token)
    const reply = Buffer.from('\u001b[0n')
    let at = 0
    await until(async () => {
      if (client.ended[0]) return true
      await client.call('input', { id, at, data: reply })
      at += reply.length
      return false
    })
    expect(client.ended[0]?.reason).toBe('idle')
  } finally {
    await idle.close()
  }
})
