import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findOnPath } from '../../scripts/find-on-path.ts'
import { type Engine, EngineFailure } from '../../server/engines/engine.ts'
import type { ApiError } from '../../server/http/api-error.ts'
import { commandCalls } from '../../src/contract/calls/containers/command-calls.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'
import { until } from './until.ts'

/** Processes run commands in a sandbox only. */
const withCommands = test.skipIf(!findOnPath('bwrap'))
const MIB = 1024 ** 2
const size = { cpuMilli: 100, memoryBytes: 128 * MIB, storageBytes: 512 * MIB }

let harness: ComputeHarness
let instance: Instance
beforeAll(async () => {
  harness = await computeHarness()
  const environment = (PLACE: string) => [{ name: 'PLACE', value: PLACE, isSecret: true }]
  const services = [
    { name: 'web', image: 'longshore/clock:1', environment: environment('bridge'), replicas: 2, ...size },
    { name: 'worker', image: 'longshore/clock:1', environment: environment('engine room'), ...size },
  ]
  const { organizationId, projectId } = harness
  const settings = { organizationId, projectId, name: 'Ferry', region: 'us-west', configuration: { services } }
  const { instance: made } = await harness.call('createInstance', settings)
  instance = await harness.inState(made._id, 'Active')
})
afterAll(() => harness?.close())

const execute = (script: string, place: { serviceName?: string; replica?: number } = {}, signal?: AbortSignal) =>
  harness.call('executeCommand', { id: instance._id, command: ['node', '-e', script], ...place }, signal && { signal })
const shellLines = () => harness.lines(instance, 'shellCommands')
/** Returns the lines that a call adds to the log of shell commands. */
const linesAfter = async (call: () => Promise<unknown>) => {
  const before = (await shellLines()).length
  await call()
  return (await shellLines()).slice(before)
}
/** A control plane over the same instance, whose engine executes commands in this way. */
const executingAs = (exec: Engine['exec']) =>
  harness.another({
    engine: {
      ...harness.engine,
      capabilities: async () => ({ ...(await harness.engine.capabilities()), commands: true }),
      exec,
    },
  })
const audited = async () =>
  (
    await harness.store.pool.query(
      "select target, after from audit_entry where action = 'instance.commandExecuted' order by number",
    )
  ).rows
const rejection = (call: Promise<unknown>): Promise<ApiError> =>
  call.then(
    () => Promise.reject(new Error('It was accepted.')),
    (error: ApiError) => error,
  )

withCommands('[P7.23] a command runs in a container of the instance and returns what it wrote', async () => {
  const print = 'console.log(process.env.PLACE); console.error("warned"); process.exitCode = 5'
  expect(await execute(print)).toEqual({ logs: 'bridge\nwarned\n', isCut: false, exitCode: 5, hasTimedOut: false })
  const worker = await execute('console.log(process.env.PLACE)', { serviceName: 'worker' })
  expect(worker).toMatchObject({ logs: 'engine room\n', exitCode: 0 })
})

withCommands('[P7.23] a replica is chosen by its number', async () => {
  const mark = "require('node:fs').appendFileSync('/data/mark', 'x')"
  const count = "console.log(require('node:fs').existsSync('/data/mark'))"
  await execute(mark, { replica: 1 })
  expect((await execute(count, { replica: 1 })).logs).toBe('true\n')
  expect((await execute(count, { replica: 0 })).logs).toBe('false\n')
})

withCommands('[P7.23] output beyond 1 MiB is cut', async () => {
  const { logs, isCut } = await execute('process.stdout.write("x".repeat(3_000_000))')
  expect([logs.length, isCut]).toEqual([MIB, true])
})

withCommands('each command is in the audit log before it runs, without its words', async () => {
  const before = await audited()
  await execute('console.log("deep-sea-secret")', { serviceName: 'worker' })
  const after = await audited()
  expect(after.slice(before.length)).toEqual([{ target: 'Ferry', after: { service: 'worker' } }])
})

withCommands(
  '[P4.7] [P7.25] each command is a line of the log of shell commands, without its words and output',
  async () => {
    const lines = await linesAfter(async () => {
      await execute('console.log("deep-sea-secret"); process.exitCode = 3', { replica: 1 })
      const apiKey = {
        id: 'a key',
        name: 'deploy bot',
        organizationId: harness.organizationId,
        appType: 'compute' as const,
        scopes: [],
        expiresAtMs: null,
      }
      const place = { id: instance._id, serviceName: 'worker', command: ['node', '-e', '1'] }
      await harness.call('executeCommand', place, { caller: { kind: 'user', userId: harness.userId, by: { apiKey } } })
    })
    expect(lines).toEqual([
      expect.stringMatching(/^Ada ran a command in replica 2 of web: exit code 3, after \d+\.\ds, 16 bytes of output$/),
      expect.stringMatching(
        /^Ada \(API token “deploy bot”\) ran a command in replica 1 of worker: exit code 0, after \d+\.\ds, 0 bytes of output$/,
      ),
    ])
  },
)

test('[P7.25] commands that end at the same time each have a line', async () => {
  const gate = Promise.withResolvers<void>()
  let count = 0
  const other = executingAs(async () => {
    count += 1
    if (count === 8) gate.resolve()
    await gate.promise
    return { output: '', isCut: false, exitCode: 0, hasTimedOut: false }
  })
  const call = () => harness.callOn(other, 'executeCommand', { id: instance._id, command: ['true'] })
  expect(await linesAfter(() => Promise.all(Array.from({ length: 8 }, call)))).toHaveLength(8)
})

test('a command succeeds although its line cannot be written', async () => {
  const { pool } = harness.store
  await pool.query(`
    create function fail_line() returns trigger language plpgsql as $$ begin raise exception 'no space'; end $$;
    create trigger fail_line before insert on log_chunk for each row when (new.log_type = 'shellCommands')
      execute function fail_line()`)
  const other = executingAs(async () => ({ output: 'done', isCut: false, exitCode: 0, hasTimedOut: false }))
  try {
    const lines = await linesAfter(async () => {
      const result = await harness.callOn(other, 'executeCommand', { id: instance._id, command: ['true'] })
      expect(result).toMatchObject({ logs: 'done', exitCode: 0 })
    })
    expect(lines).toEqual([])
  } finally {
    await pool.query('drop trigger fail_line on log_chunk; drop function fail_line')
  }
})

test('a command without a result has a line that says so, and one that cannot start has none', async () => {
  const lineOf = (code: EngineFailure['code']) => {
    const other = executingAs(() => Promise.reject(new EngineFailure(code, 'It failed.')))
    const call = () => harness.callOn(other, 'executeCommand', { id: instance._id, command: ['true'] })
    return linesAfter(() => rejection(call()))
  }
  expect(await lineOf('commandNotFound')).toEqual([])
  expect(await lineOf('engineUnreachable')).toEqual([
    expect.stringMatching(
      /^Ada sent a command to replica 1 of web: without a result from the container engine, after /,
    ),
  ])
})

withCommands('[P7.23] a text runs in the shell of the image, and a list as it is', async () => {
  const text = await harness.call('executeCommand', {
    id: instance._id,
    command: 'echo "at $PLACE" | tr a-z A-Z; exit 4',
  })
  expect(text).toMatchObject({ logs: 'AT BRIDGE\n', exitCode: 4 })
  const list = await harness.call('executeCommand', { id: instance._id, command: ['echo', '$PLACE; exit 4'] })
  expect(list).toMatchObject({ logs: '$PLACE; exit 4\n', exitCode: 0 })
})

test('[P7.23] an image without a shell says so', async () => {
  const commands: string[][] = []
  const other = executingAs((_id, command) => {
    commands.push(command)
    return Promise.reject(new EngineFailure('commandNotFound', 'The command /bin/sh was not found in the image.'))
  })
  const text = await rejection(harness.callOn(other, 'executeCommand', { id: instance._id, command: 'ls | wc' }))
  expect(text.fields).toEqual([
    { field: 'command', message: expect.stringContaining('This image has no shell (/bin/sh).') },
  ])
  await rejection(harness.callOn(other, 'executeCommand', { id: instance._id, command: ['/bin/sh'] }))
  expect(commands).toEqual([['/bin/sh', '-c', 'ls | wc'], ['/bin/sh']])
})

test('[P7.23] a command is killed after 60 seconds, and its caller learns of it', async () => {
  const limits: (number | undefined)[] = []
  const other = executingAs(async (_id, _command, { timeoutMs } = {}) => {
    limits.push(timeoutMs)
    return { output: 'begun', isCut: false, exitCode: 137, hasTimedOut: true }
  })
  const lines = await linesAfter(async () => {
    const result = await harness.callOn(other, 'executeCommand', { id: instance._id, command: ['sleep', '61'] })
    expect(result).toEqual({ logs: 'begun', isCut: false, exitCode: 137, hasTimedOut: true })
  })
  expect(limits).toEqual([60_000])
  expect(lines).toEqual([expect.stringContaining('killed at the time limit, exit code 137, after ')])
})

withCommands('a command ends when its caller has left', async () => {
  const left = new AbortController()
  const forever = execute(
    "require('node:fs').writeFileSync('/data/begun', ''); setInterval(() => {}, 1000)",
    {},
    left.signal,
  )
  await until(async () => {
    const { logs } = await execute("console.log(require('node:fs').existsSync('/data/begun'))")
    return logs === 'true\n' || undefined
  })
  const lines = await linesAfter(async () => {
    left.abort()
    await expect(forever).rejects.toMatchObject({ name: 'AbortError' })
  })
  expect(lines).toEqual([
    expect.stringContaining('sent a command to replica 1 of web: ended early, because its caller'),
  ])
})

withCommands('at most 8 commands of an organisation run at once', async () => {
  const left = new AbortController()
  const running = Array.from({ length: 8 }, () => execute('setInterval(() => {}, 1000)', {}, left.signal))
  const ended = Promise.allSettled(running)
  await expect(execute('1')).rejects.toMatchObject({ code: 'tooMany' })
  left.abort()
  expect((await ended).map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 'rejected'))
  expect((await execute('1')).exitCode).toBe(0)
})

withCommands('what cannot run is rejected at its field', async () => {
  const { id } = { id: instance._id }
  const missing = await rejection(harness.call('executeCommand', { id, command: ['no-such-program'] }))
  expect(missing).toMatchObject({ code: 'invalid', fields: [{ field: 'command' }] })
  const unknown = await rejection(execute('1', { serviceName: 'mast' }))
  expect(unknown.fields).toEqual([
    { field: 'serviceName', message: 'Unknown service mast. Choose one of web, worker.' },
  ])
  const absent = await rejection(execute('1', { serviceName: 'web', replica: 7 }))
  expect(absent).toMatchObject({ code: 'instanceNotActive', message: 'Replica 8 of web is not running.' })
})

test.each([
  ['command', { command: [] }],
  ['command', { command: [''] }],
  ['command', { command: ' ' }],
  ['command', { command: 'x'.repeat(10_001) }],
  ['command', { command: { $gt: '' } }],
  ['command', { command: ['ls', { $gt: '' }] }],
  ['replica', { command: ['node'], replica: 100 }],
])('a wrong %s is rejected at its field', (field, given) => {
  const { issues } = v.safeParse(commandCalls.executeCommand.body, given)
  expect(issues?.map((issue) => v.getDotPath(issue))).toEqual([field])
  expect(issues?.[0].message).toMatch(/^(Enter a command|At most)/)
})

test('without a sandbox, no command runs', async () => {
  const engine = {
    ...harness.engine,
    capabilities: async () => ({ ...(await harness.engine.capabilities()), commands: false }),
  }
  const other = harness.another({ engine })
  const rejected = harness.callOn(other, 'executeCommand', { id: instance._id, command: ['node'] })
  await expect(rejected).rejects.toMatchObject({ code: 'invalid' })
})
