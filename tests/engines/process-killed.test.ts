import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import type { Engine } from '../../server/engines/engine.ts'
import { statFields } from '../../server/engines/process/system/process-mark.ts'
import { processTree } from '../../server/engines/process/system/process-tree.ts'
import { WorkloadFolder } from '../../server/engines/process/workload-folder.ts'
import { createProcessEngine } from '../../server/engines/process.ts'
import { deploy, fetchPage, logLines, logText, rejectionOf, spec, until, waitForExit } from './harness.ts'

const root = mkdtempSync(join(tmpdir(), 'longshore-process-killed-'))
let dataFolder: string
let engine: Engine

beforeEach(() => {
  dataFolder = mkdtempSync(join(root, 'data-'))
  engine = createProcessEngine({ dataFolder })
})
afterEach(() => engine.close())
afterAll(() => rmSync(root, { recursive: true, force: true }))

const hello = () => spec('longshore/hello:1', { ports: [{ containerPort: 8080 }] })
const folderOf = (id: string) => new WorkloadFolder(join(dataFolder, 'workloads', id))
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Lists the live processes whose process group is one of these. */
function groupsOf(leaders: Set<number>): string[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.filter((pid) => {
    try {
      const [state, , group] = statFields(Number(pid))
      return state !== 'Z' && leaders.has(Number(group))
    } catch {
      return false
    }
  })
}

test('workloads survive a kill -9 of the control plane, and the next one finds them', async () => {
  const workloadSpec = hello()
  const script = `
    const { createProcessEngine } = await import(${JSON.stringify(join(import.meta.dirname, '../../server/engines/process.ts'))})
    const engine = createProcessEngine({ dataFolder: ${JSON.stringify(dataFolder)} })
    await engine.start(${JSON.stringify(workloadSpec)})
    console.log('started')
    setInterval(() => {}, 1000)`
  const controlPlane = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((resolve) => controlPlane.stdout.once('data', resolve))
  const gone = new Promise((resolve) => controlPlane.once('exit', resolve))
  controlPlane.kill('SIGKILL')
  await gone

  engine = createProcessEngine({ dataFolder })
  const [found] = await engine.list()
  expect(found).toMatchObject({ id: workloadSpec.id, state: { kind: 'running' } })
  if (!found) return
  expect(await fetchPage(found, '/health')).toContain('ok')
  const controller = new AbortController()
  const next = engine.events(controller.signal)[Symbol.asyncIterator]().next()
  await engine.stop(workloadSpec.id, 5000)
  expect(await next).toMatchObject({ value: { id: workloadSpec.id, kind: 'ended' } })
  controller.abort()
  expect(await logLines(engine, workloadSpec.id)).toContain('Stopping on request')
})

test('close stops every process; the workloads are then created, and start starts them again', async () => {
  const { id } = await deploy(engine, hello())
  const run = folderOf(id).read('run')
  await engine.close()
  // The processes have ended, but the system may still have to register it.
  await until(
    () => expect([run?.runnerPid, run?.childPid].map((pid) => isAlive(pid ?? 0))).toEqual([false, false]),
    500,
  )
  engine = createProcessEngine({ dataFolder })
  expect(await engine.inspect(id)).toMatchObject({ state: { kind: 'created' }, ports: [] })
  expect(await engine.start(hello())).toMatchObject({ state: { kind: 'running' } })
  const again = await engine.start({ ...hello(), id })
  expect(again.state.kind).toBe('running')
  expect(await fetchPage(again, '/health')).toContain('ok')
})

test('a workload ends when its runner is killed, and leaves no process running', async () => {
  const { id } = await deploy(engine, hello())
  await until(async () => expect(await logLines(engine, id)).not.toEqual([]))
  const run = folderOf(id).read('run')
  const all = processTree(run?.childPid ?? 0)
  expect(all.length).toBeGreaterThan(0)
  process.kill(run?.runnerPid ?? 0, 'SIGKILL')
  expect(await waitForExit(engine, id)).toMatchObject({
    exitCode: 137,
    message: expect.stringMatching(/Restart it\.$/),
  })
  await until(() => expect(all.filter(isAlive)).toEqual([]))
  expect((await engine.restart(id, 1000)).state.kind).toBe('running')
})

test('a runner that is killed right after its start leaves no process running', async () => {
  const began = new Set<number>()
  for (let round = 0; round < 5; round += 1) {
    const { id } = await deploy(engine, hello())
    const run = folderOf(id).read('run')
    process.kill(run?.runnerPid ?? 0, 'SIGKILL')
    began.add(run?.childPid ?? 0)
    await waitForExit(engine, id)
  }
  await until(() => expect(groupsOf(began)).toEqual([]))
})

test('a process that reuses the pid of an old workload is not mistaken for it and not killed', async () => {
  const { id } = await deploy(engine, hello())
  const otherProcess = spawn('sleep', ['60'])
  const run = folderOf(id).read('run')
  await engine.stop(id, 2000)
  folderOf(id).forget('exit')
  folderOf(id).write('run', {
    runnerMark: '1',
    childMark: '1',
    startedAtMs: 1,
    ports: [],
    ...run,
    runnerPid: otherProcess.pid ?? 0,
    childPid: otherProcess.pid ?? 0,
  })
  expect(await engine.inspect(id)).toMatchObject({ state: { kind: 'ended' } })
  await engine.remove(id)
  expect(isAlive(otherProcess.pid ?? 0)).toBe(true)
  otherProcess.kill()
})

test('a start that was killed half-way is completed once by a retry', async () => {
  const workloadSpec = hello()
  const folder = folderOf(workloadSpec.id)
  mkdirSync(folder.files, { recursive: true })
  folder.write('spec', workloadSpec)
  expect((await engine.inspect(workloadSpec.id))?.state.kind).toBe('created')
  const workload = await engine.start(workloadSpec)
  expect(await fetchPage(workload, '/health')).toContain('ok')
  expect(await engine.list()).toHaveLength(1)
})

test('rejects images that are not built-in, with a hint to install a container engine', async () => {
  for (const call of [engine.pull('nginx:1.29', {}), engine.start(spec('nginx:1.29'))]) {
    const { code, message } = await rejectionOf(call)
    expect(code).toBe('imageUnsupported')
    expect(message).toContain('Install Docker or Podman')
  }
  expect(await engine.list()).toEqual([])
})

test('rejects a command that does not exist', async () => {
  const { code, message } = await rejectionOf(engine.start(spec('longshore/clock:1', { command: ['no-such-program'] })))
  const isSandboxed = (await engine.describe()).isolation.includes('sandbox')
  expect(code).toBe(isSandboxed ? 'commandNotFound' : 'commandUnsupported')
  expect(message).toMatch(isSandboxed ? /no-such-program/ : /Install Docker, Podman or bubblewrap/)
})

test("passes none of the control plane's own environment to a workload", async () => {
  process.env.LONGSHORE_SECRET = 'do-not-tell'
  try {
    const { id } = await deploy(engine, spec('longshore/clock:1'))
    const run = folderOf(id).read('run')
    for (const pid of [run?.runnerPid, run?.childPid]) {
      expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('do-not-tell')
    }
  } finally {
    delete process.env.LONGSHORE_SECRET
  }
})

test("keeps a workload's files across a restart", async () => {
  const workload = await deploy(engine, spec('longshore/guestbook:1', { ports: [{ containerPort: 8080 }] }))
  await fetchPage(workload)
  const body = new URLSearchParams({ name: 'Ada', words: 'Was <here>' })
  await fetch(`http://127.0.0.1:${workload.ports[0]?.hostPort}/entries`, { method: 'POST', body, redirect: 'manual' })
  const again = await engine.restart(workload.id, 2000)
  expect(await fetchPage(again)).toContain('Was &#60;here&#62;')
})

test('a log that was truncated by a crash is read up to the truncation', async () => {
  const { id } = await deploy(engine, spec('longshore/burst:1', { environment: { LINES: '100', EXIT_CODE: '0' } }))
  await waitForExit(engine, id)
  const file = join(folderOf(id).path, 'log.1')
  writeFileSync(file, Buffer.concat([readFileSync(file), Buffer.from([1, 0, 0, 0, 0, 0])]))
  const text = await logText(engine.logs(id, { follow: true }))
  expect(text.trimEnd().split('\n')).toHaveLength(100)
})
