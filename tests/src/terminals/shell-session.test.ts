import { expect, test } from 'vitest'
import { AWAY_MS, MAX_INPUT_BYTES, UNCONFIRMED_INPUT_BYTES } from '../../../src/contract/shell/shell.ts'
import type { ShellPort } from '../../../src/terminals/shell-port.ts'
import { ShellSession } from '../../../src/terminals/shell-session.ts'
import type { TerminalState } from '../../../src/terminals/terminal-client.ts'

const id = '4be0643f-1d98-473b-97cd-ca98a65347dd'
const bytes = (text: string) => new TextEncoder().encode(text)

/** A server that has received some input; without an answer when it is lost. */
const portWith = (received: number | 'lost' = 0) => {
  const calls: [string, object][] = []
  const port: ShellPort = {
    files: () => Promise.reject(new Error('no files here')),
    call: async (name, input) => {
      calls.push([name, input])
      if (received === 'lost') throw new Error('lost')
      return { ok: true, input: received }
    },
  }
  return { port, calls, named: (name: string) => calls.filter(([one]) => one === name).map(([, input]) => input) }
}
const started = async () => {
  const session = new ShellSession({ id, size: { columns: 80, rows: 24 }, now: () => 1000 })
  const states: TerminalState[] = []
  const shown: string[] = []
  session.listen({
    state: (state) => states.push(state),
    output: ({ bytes }) => shown.push(new TextDecoder().decode(bytes)),
  })
  const first = portWith()
  await session.connected(first.port)
  return { session, states, shown, first }
}

test('a session starts with the size of its screen', async () => {
  const { states, first } = await started()
  expect(first.calls[0]).toEqual(['start', { id, columns: 80, rows: 24 }])
  expect(states).toEqual([{ kind: 'connecting' }, { kind: 'open', idleEndsAtMs: null }])
})

test('after a lost connection it continues behind what it has shown, and ignores repetitions', async () => {
  const { session, states, shown } = await started()
  session.received(0, bytes('abc'))
  session.disconnected()
  expect(states.at(-1)).toEqual({ kind: 'reconnecting', untilMs: 1000 + AWAY_MS })
  const next = portWith()
  await session.connected(next.port)
  expect(next.calls[0]).toEqual(['resume', { id, output: 3 }])
  session.received(1, bytes('bcde'))
  session.received(0, bytes('abc'))
  expect(shown).toEqual(['abc', 'de'])
})

test('output from beyond a hole is not shown', async () => {
  const { session, shown } = await started()
  session.received(10, bytes('later'))
  expect(shown).toEqual([])
})

test('input whose response was lost is sent again, and what the server has is not', async () => {
  const { session, first } = await started()
  session.type('one')
  await Promise.resolve()
  session.type('two')
  expect(first.named('input')).toHaveLength(2)
  session.disconnected()
  session.type('typed into a lost connection')
  const next = portWith(3)
  await session.connected(next.port)
  expect(next.named('input')).toEqual([{ id, at: 3, data: bytes('two') }])
})

test('a start whose response was lost is repeated', async () => {
  const session = new ShellSession({ id, size: { columns: 80, rows: 24 }, now: () => 0 })
  await session.connected(portWith('lost').port)
  const next = portWith()
  await session.connected(next.port)
  expect(next.calls[0]?.[0]).toBe('start')
})

test('a session whose output came before the lost response is resumed', async () => {
  const session = new ShellSession({ id, size: { columns: 80, rows: 24 }, now: () => 0 })
  const connecting = session.connected(portWith('lost').port)
  session.received(0, bytes('prompt'))
  await connecting
  const next = portWith()
  await session.connected(next.port)
  expect(next.calls[0]).toEqual(['resume', { id, output: 6 }])
})

test('a long paste is sent in pieces that the server accepts', async () => {
  const { session, first } = await started()
  session.type('x'.repeat(MAX_INPUT_BYTES * 2 + 1))
  expect(first.named('input')).toMatchObject([{ at: 0 }, { at: MAX_INPUT_BYTES }, { at: MAX_INPUT_BYTES * 2 }])
})

test('a paste that the program does not read waits in the browser', async () => {
  const { session, first } = await started()
  session.type('x'.repeat(4 * UNCONFIRMED_INPUT_BYTES))
  expect(first.named('input')).toHaveLength(UNCONFIRMED_INPUT_BYTES / MAX_INPUT_BYTES)
  session.disconnected()
  const next = portWith(UNCONFIRMED_INPUT_BYTES)
  await session.connected(next.port)
  expect(next.named('input')[0]).toMatchObject({ at: UNCONFIRMED_INPUT_BYTES })
  expect(next.named('input')).toHaveLength(UNCONFIRMED_INPUT_BYTES / MAX_INPUT_BYTES)
})

test('a rejected and an ended session say why, and stay so', async () => {
  const { session, states } = await started()
  session.ended({ id, reason: 'idle', message: 'Nothing was typed.' })
  const end = { kind: 'ended', reason: 'idle', message: 'Nothing was typed.' }
  expect(states.at(-1)).toEqual(end)
  session.disconnected()
  await session.connected(portWith().port)
  expect(session.state$.value).toEqual(end)
  const rejected = new ShellSession({ id, size: { columns: 80, rows: 24 }, now: () => 0 })
  await rejected.connected({
    files: () => Promise.reject(new Error('no files here')),
    call: async () => ({ ok: false, error: 'invalid', message: 'This image has no shell.' }),
  })
  expect(rejected.state$.value).toEqual({ kind: 'ended', reason: 'rejected', message: 'This image has no shell.' })
})

test('a rejected connection ends a session that cannot be there any more, and no other', async () => {
  const { session } = await started()
  session.connectionRejected('Log in to continue.')
  expect(session.state$.value.kind).toBe('open')
  session.disconnected()
  session.connectionRejected('Log in to continue.')
  expect(session.state$.value.kind).toBe('reconnecting')

  let nowMs = 0
  const late = new ShellSession({ id, size: { columns: 80, rows: 24 }, now: () => nowMs })
  await late.connected(portWith().port)
  late.disconnected()
  nowMs = AWAY_MS
  const early = new ShellSession({ id, size: { columns: 80, rows: 24 }, now: () => nowMs })
  for (const over of [late, early]) {
    over.connectionRejected('Log in to continue.')
    expect(over.state$.value).toEqual({ kind: 'ended', reason: 'rejected', message: 'Log in to continue.' })
  }
})

test('a session that ends soon says when', async () => {
  const { session, states } = await started()
  session.idle(120_000)
  expect(states.at(-1)).toEqual({ kind: 'open', idleEndsAtMs: 121_000 })
  session.idle(null)
  expect(states.at(-1)).toEqual({ kind: 'open', idleEndsAtMs: null })
})
