import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createClient } from '../../cli/client/create-client.ts'
import { createCredentials } from '../../cli/client/credentials.ts'
import type { OptionValues } from '../../cli/command.ts'
import { shell } from '../../cli/commands/containers/shell.ts'
import { createOutput } from '../../cli/terminal/create-output.ts'
import type { RawTerminal } from '../../cli/world.ts'
import type { SessionEnd } from '../../server/engines/interface/sessions.ts'
import type { TerminalSize } from '../../src/terminals/terminal-client.ts'
import { type FakeWorld, fakeWorld } from '../cli/fake-world.ts'
import { type ShellHarness, shellHarness } from './shell-harness.ts'
import { until } from './until.ts'

let harness: ShellHarness
const worlds: FakeWorld[] = []
beforeAll(async () => {
  harness = await shellHarness()
})
afterEach(() => {
  for (const world of worlds.splice(0)) world.remove()
})
afterAll(() => harness?.close())

const fakeTerminal = () => {
  const listeners: { keys?: (text: string) => void; size?: (size: TerminalSize) => void } = {}
  const seen = { isRaw: false, text: '' }
  const raw: RawTerminal = {
    open: () => {
      seen.isRaw = true
    },
    size: () => ({ columns: 100, rows: 30 }),
    write: (bytes, written) => {
      seen.text += Buffer.from(bytes).toString()
      written()
    },
    onKeys: (listener) => {
      listeners.keys = listener
    },
    onResize: (listener) => {
      listeners.size = listener
    },
    close: () => {
      seen.isRaw = false
    },
  }
  return {
    raw,
    seen,
    press: (keys: string) => listeners.keys?.(keys),
    resize: (size: TerminalSize) => listeners.size?.(size),
  }
}

/** Runs the command as the user of a token, with a terminal of its own. */
const runShell = (token: string, values: OptionValues = {}) => {
  const terminal = fakeTerminal()
  const world = fakeWorld({ env: { LONGSHORE_TOKEN: token }, raw: terminal.raw })
  worlds.push(world)
  const { url, instanceId } = harness
  const credentials = createCredentials(world.configurationFolder)
  const client = createClient({ url, world, credentials, userAgent: 'longshore-cli/test' })
  const instance = { _id: instanceId, name: 'Ferry' }
  const context = {
    world,
    url,
    credentials,
    values,
    args: [instanceId],
    output: createOutput(world.terminal, false),
    // The harness has no handler for instances.
    client: {
      ...client,
      call: ((name, input) =>
        name === 'readInstance' ? Promise.resolve({ instance }) : client.call(name, input)) as typeof client.call,
    },
  }
  const before = harness.fake.shells.length
  const ended = shell.run(context).then(
    () => ({ exitCode: 0, message: '' }),
    ({ exitCode, message }) => ({ exitCode, message }),
  )
  const container = () => until(async () => harness.fake.shells[before])
  return { ...terminal, world, ended, container }
}

test('a shell of the command line has the size of its terminal, passes every key, and ends with the exit code', async () => {
  const { token } = await harness.member()
  const { press, resize, seen, world, ended, container } = runShell(token, { replica: '2' })
  const { terminal, sizes, exit, workloadId } = await container()
  expect(workloadId).toBe('workload-1')
  expect(world.err()).toContain('Shell in web 2 of Ferry. After Enter, ~. leaves and ~? helps.')
  const typed: Buffer[] = []
  terminal.on('data', (bytes: Buffer) => typed.push(bytes))
  terminal.write('$ ')
  await until(async () => seen.text === '$ ' || undefined)
  expect(seen.isRaw).toBe(true)
  press('echo ä\r\u0003')
  await until(async () => Buffer.concat(typed).toString() === 'echo ä\r\u0003' || undefined)
  resize({ columns: 120, rows: 40 })
  await until(async () => sizes.find(({ columns }) => columns === 120))
  expect(sizes[0]).toEqual({ columns: 100, rows: 30 })
  const end: SessionEnd = { kind: 'exited', exitCode: 7 }
  exit(end)
  expect(await ended).toEqual({ exitCode: 7, message: 'The shell has ended with exit code 7.' })
  expect(seen.isRaw).toBe(false)
})

test('~. leaves a shell of the command line, and ends it', async () => {
  const { token } = await harness.member()
  const { press, seen, ended, container } = runShell(token)
  const shell = await container()
  shell.terminal.write('$ ')
  await until(async () => seen.text === '$ ' || undefined)
  press('~.')
  expect(await ended).toEqual({ exitCode: 0, message: '' })
  await until(async () => shell.isKilled || undefined)
})

test('a shell of the command line says why it lost its access', async () => {
  const { token, userId } = await harness.member()
  const { seen, ended, container } = runShell(token)
  const { terminal } = await container()
  terminal.write('$ ')
  await until(async () => seen.text === '$ ' || undefined)
  await harness.store.pool.query('delete from member where user_id = $1', [userId])
  expect(await ended).toEqual({ exitCode: 1, message: 'You no longer have access, so the session has ended.' })
  expect(seen.isRaw).toBe(false)
})

test('a member without the permission gets no shell, and the terminal stays as it is', async () => {
  const { token } = await harness.member('member')
  const { seen, ended } = runShell(token)
  expect(await ended).toMatchObject({
    exitCode: 1,
    message: expect.stringContaining('Your role in this organisation does not allow this.'),
  })
  expect(seen.isRaw).toBe(false)
})

test.each([
  [{ replica: '0' }, '--replica is a number from 1.'],
  [{ replica: 'first' }, '--replica is a number from 1.'],
])('the options %j are rejected', async (values, message) => {
  const { token } = await harness.member()
  expect(await runShell(token, values).ended).toEqual({ exitCode: 2, message })
})
