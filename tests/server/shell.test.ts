import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EngineFailure } from '../../server/engines/engine.ts'
import { newApiKey } from '../../server/keys/api-keys.ts'
import { tokenScopes } from '../../src/contract/access.ts'
import { MAX_INPUT_BYTES, SESSIONS_PER_USER, WINDOW_BYTES } from '../../src/contract/shell/shell.ts'
import { type ShellHarness, shellHarness } from './shell-harness.ts'
import { until } from './until.ts'

let harness: ShellHarness
beforeAll(async () => {
  harness = await shellHarness({ awayMs: 2000 })
})
afterAll(() => harness?.close())

const read = (stream: NodeJS.ReadableStream) => {
  let text = ''
  stream.on('data', (bytes: Buffer) => {
    text += bytes.toString()
  })
  return () => text
}
const printed = (client: { text(): string }, text: string) =>
  until(async () => (client.text() === text ? true : undefined))

test('[P2.36] a shell runs in a container of the instance, with the size of its terminal', async () => {
  const { token } = await harness.member()
  const { id, client, shell, started } = await harness.open(token)
  expect(started).toEqual({ ok: true, input: 0 })
  expect(shell).toMatchObject({ workloadId: 'workload-0', sizes: [{ columns: 80, rows: 24 }] })
  const typed = read(shell.terminal)
  expect(await client.call('input', { id, at: 0, data: Buffer.from('ls\r') })).toEqual({ ok: true, input: 3 })
  await until(async () => typed() === 'ls\r' || undefined)
  shell.terminal.write('bin etc\r\n')
  await printed(client, 'bin etc\r\n')
  await client.call('resize', { id, columns: 120, rows: 40 })
  expect(shell.sizes.at(-1)).toEqual({ columns: 120, rows: 40 })
  shell.exit({ kind: 'exited', exitCode: 3 })
  await until(async () => client.ended[0])
  expect(client.ended).toEqual([
    { id, reason: 'exited', exitCode: 3, message: 'The shell has ended with exit code 3.' },
  ])
})

test('the audit log names who opened a session, where, and how long it lasted, and not what was typed', async () => {
  const { token } = await harness.member()
  const before = (await harness.audited()).length
  const { id, client } = await harness.open(token)
  await client.call('input', { id, at: 0, data: Buffer.from('deep-sea-secret') })
  await client.call('end', { id })
  const entries = await until(async () => {
    const rows = (await harness.audited()).slice(before)
    return rows.length >= 2 ? rows : undefined
  })
  const place = { kind: 'terminal', service: 'web', replica: 0 }
  expect(entries).toEqual([
    { action: 'shell.opened', target: 'boat', after: place },
    {
      action: 'shell.closed',
      target: 'boat',
      after: { ...place, reason: 'closed', seconds: expect.any(Number) },
    },
  ])
})

test('[P4.7] [P7.25] the log of shell commands has the start and the end of a session, and not what was typed or printed', async () => {
  const { token } = await harness.member('owner', 'ferrywoman')
  const lines = (count: number) =>
    until(async () => {
      const written = await harness.linesAbout('ferrywoman')
      return written.length >= count ? written : undefined
    })
  const { id, client, shell } = await harness.open(token)
  expect(await lines(1)).toEqual(['ferrywoman opened a shell in replica 1 of web'])
  await client.call('input', { id, at: 0, data: Buffer.from('deep-sea-secret') })
  shell.terminal.write('x'.repeat(1234))
  await until(async () => client.bytes() === 1234 || undefined)
  shell.exit({ kind: 'exited', exitCode: 3 })
  const [, end] = await lines(2)
  expect(end).toMatch(
    /^The shell of ferrywoman in replica 1 of web has ended: exit code 3, after \d+\.\ds, 1,234 bytes of output$/,
  )
  const files = (await harness.request(token, { kind: 'files', replica: 1 })).json<{ shellSessionId: string }>()
  await client.call('start', { id: files.shellSessionId, columns: 80, rows: 24 })
  await client.call('end', { id: files.shellSessionId })
  expect((await lines(4)).slice(2)).toEqual([
    'ferrywoman opened the files of replica 2 of web',
    expect.stringMatching(
      /^The file session of ferrywoman in replica 2 of web has ended: closed by its user, after \d+\.\ds, 0 bytes downloaded$/,
    ),
  ])
})

test('after a lost connection, nothing is lost and nothing is repeated', async () => {
  const { token } = await harness.member()
  const { id, client, shell } = await harness.open(token)
  const typed = read(shell.terminal)
  shell.terminal.write('one ')
  await printed(client, 'one ')
  await client.call('input', { id, at: 0, data: Buffer.from('abc') })
  client.socket.disconnect()
  shell.terminal.write('two ')
  const again = harness.connect(token)
  const resumed = await again.call('resume', { id, output: client.bytes() })
  expect(resumed).toEqual({ ok: true, input: 3 })
  await printed(again, 'two ')
  // The response to the last input was lost: it is sent again.
  expect(await again.call('input', { id, at: 0, data: Buffer.from('abcdef') })).toEqual({ ok: true, input: 6 })
  await until(async () => typed() === 'abcdef' || undefined)
  shell.terminal.write('three')
  await printed(again, 'two three')
  expect(again.pieces.map(({ at }) => at)).toEqual([4, 8])
  await again.call('end', { id })
})

test('a session that is resumed in a second window leaves the first', async () => {
  const { token } = await harness.member()
  const { id, client, shell } = await harness.open(token)
  const second = harness.connect(token)
  await second.call('resume', { id, output: 0 })
  client.socket.disconnect()
  shell.terminal.write('here')
  await printed(second, 'here')
  expect(client.text()).toBe('')
  await second.call('end', { id })
})

test('while the browser shows nothing, no more is read than a window, and the rest follows', async () => {
  const { token } = await harness.member()
  const { id, client, shell } = await harness.open(token)
  const total = 8 * WINDOW_BYTES
  const part = Buffer.alloc(16 * 1024, 'x')
  let written = 0
  const print = async () => {
    while (written < total) {
      written += part.length
      if (!shell.terminal.write(part)) await once(shell.terminal, 'drain')
    }
  }
  const printing = print()
  await until(async () => client.bytes() >= WINDOW_BYTES || undefined)
  expect(client.bytes()).toBeLessThan(2 * WINDOW_BYTES)
  expect(written).toBeLessThan(2 * WINDOW_BYTES)
  // Another session of the same socket is not behind it.
  const other = await harness.open(token, client)
  await client.call('end', { id: other.id })
  while (client.bytes() < total) {
    await client.call('acknowledge', { id, output: client.bytes() })
    await until(async () => client.bytes() % WINDOW_BYTES === 0 || client.bytes() >= total || undefined)
  }
  await printing
  expect(client.bytes()).toBe(total)
  await client.call('end', { id })
})

test('input that the program does not read is limited, and the connection of its sender ends', async () => {
  const { token } = await harness.member()
  const { id, client, shell } = await harness.open(token)
  const data = Buffer.alloc(MAX_INPUT_BYTES, 'x')
  for (let at = 0; at < 1024 * 1024 * 1.5; at += data.length) client.socket.emit('input', { id, at, data })
  await client.happened('disconnect')
  const again = harness.connect(token)
  const { input } = (await again.call('resume', { id, output: 0 })) as { input: number }
  expect(input).toBeLessThan(1024 * 1024 * 1.1)
  // What was taken before is whole.
  let read = 0
  shell.terminal.on('data', (bytes: Buffer) => {
    read += bytes.length
  })
  await until(async () => read === input || undefined)
  expect(await again.call('input', { id, at: input, data })).toEqual({ ok: true, input: input + data.length })
  await again.call('end', { id })
})

test('a client that acknowledges but reads nothing loses its connection', async () => {
  const { token } = await harness.member()
  const { id, client, shell } = await harness.open(token)
  shell.terminal.write(Buffer.alloc(WINDOW_BYTES))
  await until(async () => client.bytes() === WINDOW_BYTES || undefined)
  const { transport } = client.socket.io.engine as unknown as {
    transport: { ws: { pause(): void; resume(): void } }
  }
  transport.ws.pause()
  for (let count = 0; count < 200; count += 1) client.socket.emit('resume', { id, output: 0 })
  // Nobody else ends its session as that of a browser that is away.
  await until(async () => shell.isKilled || undefined)
  transport.ws.resume()
})

test('a session whose browser stays away ends with its processes', async () => {
  const { token } = await harness.member()
  const { id, client, shell } = await harness.open(token)
  client.socket.disconnect()
  await until(async () => shell.isKilled || undefined)
  const again = harness.connect(token)
  expect(await again.call('resume', { id, output: 0 })).toMatchObject({ ok: true })
  await until(async () => again.ended[0])
  expect(again.ended[0]).toMatchObject({ reason: 'away', message: expect.stringContaining('connection was lost') })
})

test('the end of the replica ends the session, in words', async () => {
  const { token } = await harness.member()
  const { client, shell } = await harness.open(token)
  shell.exit({ kind: 'workloadEnded' })
  await until(async () => client.ended[0])
  expect(client.ended[0]?.message).toBe(
    'The replica was stopped, restarted or replaced, and the session ended with it.',
  )
})

test('neither a stranger nor a colleague can use the id of a session', async () => {
  const { token } = await harness.member()
  const { id, client } = await harness.open(token)
  const gone = { ok: false, error: 'notFound', message: 'This session has ended. Open a new one.' }
  const outsider = await harness.user('outsider')
  for (const other of [(await harness.member()).token, outsider.token]) {
    const thief = harness.connect(other)
    expect(await thief.call('resume', { id, output: 0 })).toEqual(gone)
    expect(await thief.call('start', { id, columns: 80, rows: 24 })).toEqual(gone)
    expect(await thief.call('input', { id, at: 0, data: Buffer.from('rm') })).toEqual(gone)
    expect(await thief.call('end', { id })).toEqual(gone)
  }
  expect(await client.call('keepOpen', { id })).toEqual({ ok: true })
  expect(await client.call('end', { id })).toEqual({ ok: true })
  const visitor = harness.connect(undefined)
  const rejected = await new Promise<Error>((resolve) => visitor.socket.once('connect_error', resolve))
  expect(rejected.message).toBe('Log in to continue.')
})

test('an API token needs the scope execute', async () => {
  const { userId } = await harness.member()
  const tokenWith = async (scopes: readonly string[]) => {
    const { value, hash, start } = newApiKey()
    await harness.store.pool.query(
      `insert into api_key (user_id, organization_id, app_type, name, hash, start, scopes)
       values ($1, $2, 'compute', 'a key', $3, $4, $5)`,
      [userId, harness.organizationId, hash, start, scopes],
    )
    return value
  }
  const without = await harness.request(await tokenWith(tokenScopes.filter((scope) => scope !== 'execute')))
  expect(without.json()).toMatchObject({ error: 'scopeMissing' })
  const { started } = await harness.open(await tokenWith(['execute']))
  expect(started).toMatchObject({ ok: true })
})

test('a requested session is started once, by whoever requested it, while they may', async () => {
  const { token, userId } = await harness.member()
  const requested = (await harness.request(token)).json<{ shellSessionId: string }>().shellSessionId
  const client = harness.connect(token)
  await harness.store.pool.query('delete from member where user_id = $1', [userId])
  await until(async () => {
    const started = await client.call('start', { id: requested, columns: 80, rows: 24 })
    return started.ok ? undefined : started
  })
  expect(harness.fake.shells.some(({ mark }) => mark === requested)).toBe(false)
  expect((await harness.request((await harness.member('member')).token)).statusCode).toBe(403)
})

test('a user has a limited number of sessions', async () => {
  const { token } = await harness.member()
  const client = harness.connect(token)
  const open = []
  for (let at = 0; at < SESSIONS_PER_USER; at += 1) open.push(await harness.open(token, client))
  const id = (await harness.request(token)).json<{ shellSessionId: string }>().shellSessionId
  const rejected = await client.call('start', { id, columns: 80, rows: 24 })
  expect(rejected).toMatchObject({ ok: false, error: 'tooMany', message: expect.stringContaining('6 sessions open') })
  for (const { id } of open) await client.call('end', { id })
  await until(async () => ((await client.call('start', { id, columns: 80, rows: 24 })).ok ? true : undefined))
  await client.call('end', { id })
})

test('an image without a shell says so, and leaves nothing', async () => {
  const { token } = await harness.member('owner', 'diver')
  harness.fake.failure.next = new EngineFailure('commandNotFound', 'This image has no shell (/bin/sh).')
  const client = harness.connect(token)
  const id = (await harness.request(token)).json<{ shellSessionId: string }>().shellSessionId
  const response = await client.call('start', { id, columns: 80, rows: 24 })
  delete harness.fake.failure.next
  expect(response).toEqual({ ok: false, error: 'invalid', message: 'This image has no shell (/bin/sh).' })
  const { rows } = await harness.store.pool.query('select 1 from shell_session where id = $1', [id])
  expect(rows).toEqual([])
  expect(await harness.linesAbout('diver')).toEqual([])
})

test('what is not a request is rejected', async () => {
  const { token } = await harness.member()
  const { id, client } = await harness.open(token)
  const tooLong = Buffer.alloc(MAX_INPUT_BYTES + 1)
  for (const input of [
    { id },
    { id, at: -1, data: tooLong },
    { id, at: 0, data: tooLong },
    { id, at: 0, data: 'text' },
  ])
    expect(await client.call('input', input)).toMatchObject({ ok: false, error: 'invalid' })
  expect(await client.call('resize', { id, columns: 0, rows: 1e9 })).toMatchObject({ ok: false, error: 'invalid' })
  expect(await client.call('resume', { id, output: 99 })).toMatchObject({ ok: false, error: 'notFound' })
  expect(await client.call('end', { id: randomUUID() })).toMatchObject({ ok: false, error: 'notFound' })
  await client.call('end', { id })
})

test('a control plane ends what a killed one has left, and records the end', async () => {
  const { token } = await harness.member('owner', 'pilot')
  const { id } = await harness.open(token)
  await harness.store.pool.query(
    `update shell_session set node = gen_random_uuid(), leased_until = now() - interval '1 second' where id = $1`,
    [id],
  )
  const before = (await harness.audited()).length
  const node = harness.node(false)
  await node.start()
  await until(async () => harness.fake.ended.find(({ mark }) => mark === id))
  const entry = await until(async () => (await harness.audited())[before])
  expect(entry).toMatchObject({ action: 'shell.closed', after: { reason: 'lost' } })
  const line = await until(async () => (await harness.linesAbout('pilot'))[1])
  expect(line).toMatch(
    /^The shell of pilot in replica 1 of web has ended: the connection to the container was lost, after \d+\.\ds$/,
  )
})

test('a session on another server says so', async () => {
  const { token } = await harness.member()
  const id = (await harness.request(token)).json<{ shellSessionId: string }>().shellSessionId
  await harness.store.pool.query(
    `update shell_session set node = gen_random_uuid(), leased_until = now() + interval '1 minute' where id = $1`,
    [id],
  )
  const response = await harness.connect(token).call('resume', { id, output: 0 })
  expect(response).toMatchObject({ ok: false, message: expect.stringContaining('another server') })
})
