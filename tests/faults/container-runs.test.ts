import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeProject } from '../../bench/support/control-plane.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import type { Run } from '../../src/contract/wire/jobs/job.ts'
import type { LogLine } from '../../src/contract/wire/log.ts'
import { dockerAt, startContainerEngine, type TestContainerEngine } from '../container-engine.ts'
import { loops } from '../long-runs.ts'
import { until } from '../server/until.ts'
import { type Api, apiOf } from './support/api.ts'
import { type ControlPlane, startControlPlane } from './support/control-plane.ts'
import { skipFor } from './support/skip-for.ts'
import { stopWithWorkloads } from './support/stop-with-workloads.ts'

const longshore = fileURLToPath(new URL('../../cli/main.ts', import.meta.url))
const SETTLES_MS = 60_000
const SECRET = 'spinnaker-4713-of-the-ferry'

let engine: TestContainerEngine
let controlPlane: ControlPlane
let api: Api
let token: string
let instance: Instance

beforeAll(async () => {
  engine = await startContainerEngine()
  if ('skipped' in engine) return
  controlPlane = await startControlPlane({ settings: { LONGSHORE_ENGINE: 'docker', DOCKER_HOST: engine.host } })
  token = await controlPlane.signIn('ada')
  api = apiOf(controlPlane.url, token)
  const { organizationId, projectId } = await makeProject(controlPlane.url, token)
  const service = {
    name: 'web',
    image: 'longshore/hello:1',
    cpuMilli: 500,
    memoryBytes: 128 * 1024 ** 2,
    storageBytes: 512 * 1024 ** 2,
    ports: [{ containerPort: 8080, exposure: 'internal' }],
    environment: [{ name: 'TOKEN', value: SECRET, isSecret: true }],
  }
  const created = await api.request<{ instance: Instance }>('POST', 'compute-instance/create', {
    organizationId,
    projectId,
    name: 'Ferry',
    region: 'us-west',
    // Only an instance with several services has names to find.
    configuration: { services: [service, { ...service, name: 'clock', image: 'longshore/clock:1', ports: [] }] },
  })
  expect(created.status, JSON.stringify(created.body)).toBe(200)
  instance = created.body.instance
  await until(async () => (await api.instance(instance._id)).state === 'Active', SETTLES_MS)
})
afterAll(async () => {
  if (controlPlane) await stopWithWorkloads(controlPlane, engine)
  if (engine && 'stop' in engine) await engine.stop()
})

const reasonToSkip = () => ('skipped' in engine ? engine.skipped : undefined)

const start = async (script: string, timeoutSeconds = 60): Promise<Run> => {
  const { status, body } = await api.request<{ run: Run }>('POST', `compute-instance/${instance._id}/runs`, {
    command: ['node', '-e', script],
    timeoutSeconds,
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.run
}
const read = async ({ _id }: Run): Promise<Run> =>
  (await api.request<{ run: Run }>('GET', `compute-instance/${instance._id}/runs/${_id}`)).body.run
const inState = (run: Run, ...states: Run['state'][]) =>
  until(async () => {
    const now = await read(run)
    return states.includes(now.state) ? now : undefined
  }, SETTLES_MS)
const ended = (run: Run) =>
  until(async () => {
    const now = await read(run)
    return now.endedAt === null ? undefined : now
  }, SETTLES_MS)
const outputOf = async ({ deploymentId, logName }: Run): Promise<string[]> => {
  const path = `compute-instance/deployment/${deploymentId}/logs?logType=runLogs&serviceName=${logName}&from=0&to=100`
  const { body } = await api.request<{ logs: LogLine[] }>('GET', path)
  return body.logs.map(({ log }) => log)
}
const containersOf = async ({ _id }: Run) => {
  if ('skipped' in engine) return []
  const all = await dockerAt(engine.host).listContainers({ all: true })
  return all.filter(({ Names }) => Names.some((name) => name.includes(`run-${_id}`)))
}
const expectNothingLeft = (run: Run) =>
  until(async () => ((await containersOf(run)).length === 0 ? true : undefined), SETTLES_MS)

test('a command runs in a container of its own, with variables, networks, output, exit code, limit and end', async (context) => {
  skipFor(context, reasonToSkip())
  const succeeds = await start(
    `console.log('token', process.env.TOKEN); fetch('http://web:8080/').then((page) => console.log('status', page.status))`,
  )
  expect(await ended(succeeds)).toMatchObject({ state: 'Succeeded', exitCode: 0, error: null })
  const printed = (await outputOf(succeeds)).join('\n')
  expect(printed).toContain('status 200')
  expect(printed).toContain('token')
  expect(printed, 'secrets are masked').not.toContain(SECRET)

  const fails = await start('console.error("no berth"); process.exit(3)')
  expect(await ended(fails)).toMatchObject({ state: 'Failed', exitCode: 3 })
  expect((await outputOf(fails)).join('\n')).toContain('no berth')

  const late = await start('console.log("waiting"); setInterval(() => {}, 1000)', 2)
  expect(await ended(late)).toMatchObject({ state: 'TimedOut', error: { code: 'timedOut' } })
  expect((await outputOf(late)).join('\n')).toContain('waiting')

  const long = await start('process.on("SIGTERM", () => process.exit(0)); setInterval(() => {}, 1000)')
  await inState(long, 'Running')
  await api.request('POST', `compute-instance/${instance._id}/runs/${long._id}/cancel`, {})
  expect(await ended(long)).toMatchObject({ state: 'Canceled' })
  for (const run of [succeeds, fails, late, long]) await expectNothingLeft(run)
  expect((await api.instance(instance._id)).state).toBe('Active')
})

/** Runs the real command line. It is compiled once, not for each of its many starts. */
const cli = async (...args: string[]) => {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [longshore, ...args], {
    env: { PATH, NODE_COMPILE_CACHE, HOME: '/nowhere', LONGSHORE_URL: controlPlane.url, LONGSHORE_TOKEN: token },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed = { out: '', err: '' }
  child.stdout.on('data', (part: Buffer) => {
    printed.out += part
  })
  child.stderr.on('data', (part: Buffer) => {
    printed.err += part
  })
  const [code] = await once(child, 'close')
  return { code, ...printed }
}

test('the command line runs a command and a job, prints output and result, and fails if they do', async (context) => {
  skipFor(context, reasonToSkip())
  expect(await cli('run', 'Ferry', '--', 'node', '-e', 'console.log("ahoy")')).toMatchObject({
    code: 0,
    out: expect.stringContaining('ahoy'),
    err: '',
  })
  const failed = await cli('run', 'Ferry', '--json', '--', 'node', '-e', 'console.log("adrift"); process.exit(3)')
  expect(failed).toMatchObject({ code: 1, err: expect.stringMatching(/adrift[\s\S]*The command exited with code 3\./) })
  expect(JSON.parse(failed.out)).toMatchObject({ state: 'Failed', exitCode: 3 })
  expect((await cli('exec', 'Ferry', '--', 'node', '-e', 'console.log("aboard")')).out).toContain('aboard')
  expect((await cli('run', 'Ferry')).code, 'no command').toBe(2)
  expect((await cli('run', 'Ferry', '--timeout', 'soon', '--', 'date')).code).toBe(2)
  expect((await cli('run', 'Ferry', '--service', 'nobody', '--', 'date')).err).toContain('Unknown service nobody')

  const job = { name: 'Nightly', command: ['node', '-e', 'console.log("stars")'], schedule: '30 2 * * *' }
  await api.request('POST', `compute-instance/${instance._id}/jobs`, job)
  expect((await cli('run', 'Ferry', '--job', 'Nightly')).out).toContain('stars')
  expect((await cli('run', 'Ferry', '--job', 'Daily')).err).toBe('There is no job “Daily”.\n')
  const listed = JSON.parse((await cli('jobs', 'Ferry', '--json')).out)
  expect(listed).toMatchObject([{ name: 'Nightly', lastRun: { state: 'Succeeded' }, timeZone: 'UTC' }])
  const detached = JSON.parse((await cli('run', 'Ferry', '--detach', '--json', '--', 'true')).out)
  expect(await ended(detached)).toMatchObject({ author: { name: 'ada' } })
})

test('[P7.23] the command line executes a command in the running container', async (context) => {
  skipFor(context, reasonToSkip())
  const script =
    'console.log(process.pid, process.env.TOKEN); console.error("warned"); process.exit(Number(process.argv[1]))'
  const [done, failed] = [
    await cli('exec', 'Ferry', '--', 'node', '-e', script, '0'),
    await cli('exec', 'Ferry', '--json', '--', 'node', '-e', script, '3'),
  ]
  expect(done).toMatchObject({ code: 0, err: '' })
  expect(done.out).toContain('warned')
  expect(failed).toMatchObject({ code: 1, err: 'The command ended with exit code 3.\n' })
  expect(JSON.parse(failed.out)).toMatchObject({ exitCode: 3, isCut: false, hasTimedOut: false })
  // The file is in the container that serves, not in a new one.
  await cli('exec', 'Ferry', '--', 'node', '-e', 'require("node:fs").writeFileSync("/tmp/left", "here")')
  expect(
    (await cli('exec', 'Ferry', '--', 'node', '-p', 'require("node:fs").readFileSync("/tmp/left", "utf8")')).out,
  ).toBe('here\n')
  expect((await cli('exec', 'Ferry')).code, 'no command').toBe(2)
  expect((await cli('exec', 'Ferry', '--', 'no-such-program')).err).toContain('no-such-program')
})

test('after kill -9 in the middle a run goes on, is recorded once, and leaves no container', async (context) => {
  skipFor(context, reasonToSkip())
  const run = await start(`console.log('begun'); setTimeout(() => { console.log('done'); process.exit(5) }, 4000)`)
  const early = await start(`console.log('begun'); setTimeout(() => {}, 1000)`)
  await inState(run, 'Running')
  await controlPlane.kill()
  // The second command ends while no control plane is there to see it.
  await until(async () => (await containersOf(early)).every(({ State }) => State === 'exited'), SETTLES_MS)
  await controlPlane.start()
  expect(await ended(run)).toMatchObject({ state: 'Failed', exitCode: 5 })
  expect(await ended(early)).toMatchObject({ state: 'Succeeded', exitCode: 0 })
  expect((await outputOf(run)).filter((line) => /begun|done/.test(line))).toHaveLength(2)
  expect((await outputOf(early)).filter((line) => line.includes('begun'))).toHaveLength(1)
  for (const each of [run, early]) await expectNothingLeft(each)
})

test('a run killed at any moment of its start is started once', async (context) => {
  skipFor(context, reasonToSkip())
  for (let round = 0; round < loops(15); round += 1) {
    const run = await start(`console.log('begun')`)
    await delay(Math.random() * 500)
    await controlPlane.kill()
    await controlPlane.start()
    expect(await ended(run)).toMatchObject({ state: 'Succeeded', exitCode: 0 })
    expect((await outputOf(run)).filter((line) => line.includes('begun'))).toHaveLength(1)
    await expectNothingLeft(run)
  }
})

test('a run whose container was removed while the control plane was away fails and is not repeated', async (context) => {
  skipFor(context, reasonToSkip())
  const run = await start('setInterval(() => {}, 1000)')
  await inState(run, 'Running')
  await controlPlane.kill()
  const docker = 'skipped' in engine ? undefined : dockerAt(engine.host)
  for (const { Id } of await containersOf(run)) await docker?.getContainer(Id).remove({ force: true })
  await controlPlane.start()
  expect(await ended(run)).toMatchObject({ state: 'Failed', error: { code: 'interrupted' } })
  expect(await containersOf(run)).toEqual([])
})
