import { execFile } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import type { Engine } from '../../server/engines/engine.ts'
import { compiledCodeFolder } from '../../server/engines/process/system/compiled-code-folder.ts'
import { isAlive, processMark } from '../../server/engines/process/system/process-mark.ts'
import { processTree, programProcesses } from '../../server/engines/process/system/process-tree.ts'
import { WorkloadFolder } from '../../server/engines/process/workload-folder.ts'
import { createProcessEngine } from '../../server/engines/process.ts'
import { deploy, fetchPage, logLines, rejectionOf, spec, until, waitForExit } from './harness.ts'

const root = mkdtempSync(join(tmpdir(), 'longshore-isolation-'))
let dataFolder: string
let engine: Engine
let isSandboxed: boolean

beforeEach(async () => {
  dataFolder = mkdtempSync(join(root, 'data-'))
  engine = createProcessEngine({ dataFolder })
  isSandboxed = (await engine.describe()).isolation.includes('sandbox')
})
afterEach(() => engine.close())
afterAll(() => rmSync(root, { recursive: true, force: true }))

const hello = { ports: [{ containerPort: 8080 }] }
const runOf = (id: string) => new WorkloadFolder(join(dataFolder, 'workloads', id)).read('run')

test("exec reaches its own workload's port, and no port of another workload", async () => {
  const own = await deploy(engine, spec('longshore/hello:1', hello))
  const other = await deploy(engine, spec('longshore/echo:1', { ports: [{ containerPort: 9090 }] }))
  await Promise.all([fetchPage(own, '/health'), fetchPage(other)])
  const ports = [8080, 9090, other.ports[0]?.hostPort]
  const script = `Promise.all(${JSON.stringify(ports)}.map((port) =>
    fetch('http://127.0.0.1:' + port + '/health').then(() => 'reached', (error) => error.cause.code)))
    .then((all) => console.log(all.join()))`
  const command = engine.exec(own.id, ['node', '-e', script])
  if (!isSandboxed) return expect(await rejectionOf(command)).toMatchObject({ code: 'commandUnsupported' })
  expect((await command).output).toBe('reached,ECONNREFUSED,ECONNREFUSED\n')
})

test('an exec command ends with its workload', async () => {
  const { id } = await deploy(engine, spec('longshore/clock:1'))
  const command = rejectionOf(engine.exec(id, ['node', '-e', 'setInterval(() => {}, 1000)']))
  if (isSandboxed) await engine.stop(id, 5000)
  const { code, message } = await command
  expect(code).toBe(isSandboxed ? 'workloadNotRunning' : 'commandUnsupported')
  expect(message).toMatch(/\.$/)
})

test('an aborted exec leaves nothing running, however early it is aborted', async () => {
  const { id } = await deploy(engine, spec('longshore/clock:1'))
  const mark = `given-up-${process.pid}-${Date.now()}`
  for (let round = 0; round < 20; round += 1) {
    const command = engine.exec(id, ['node', '-e', 'setInterval(() => {}, 1000)', mark], {
      signal: AbortSignal.timeout(round * 5),
    })
    await expect(command).rejects.toMatchObject(isSandboxed ? { name: 'TimeoutError' } : { code: 'commandUnsupported' })
  }
  const marked = () => readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && commandLine(pid).includes(mark))
  await until(() => expect(marked()).toEqual([]))
})

test('a null character in a variable is rejected, so it cannot inject an argument into the sandbox', async () => {
  const environment = { GREETING: 'x\0--bind\0/\0/host' }
  const { code, message } = await rejectionOf(engine.start(spec('longshore/clock:1', { environment })))
  expect(code).toBe('invalidSpec')
  expect(message).toContain('GREETING')
})

test('a program that renames itself to bwrap and spawns from another thread is still counted and throttled', async () => {
  const script = `
    process.title = 'bwrap'
    const { Worker } = require('node:worker_threads')
    new Worker("require('node:child_process').spawn(process.execPath, ['-e', 'for (;;);'])", { eval: true })
    setInterval(() => {}, 1000)`
  const limits = { cpuMilli: 20, memoryBytes: 512 * 1024 * 1024 }
  const start = deploy(engine, spec('longshore/clock:1', { command: ['node', '-e', script], limits }))
  if (!isSandboxed) return expect(await rejectionOf(start)).toMatchObject({ code: 'commandUnsupported' })
  const pid = runOf((await start).id)?.childPid ?? 0
  await until(() => expect(programProcesses(pid, true)).toHaveLength(2))
  expect(processTree(pid)).toHaveLength(4)
  // Only a limiter that sees the second process can pause both for exceeding their share.
  const states = () => programProcesses(pid, true).map((each) => /^State:\s+(\S)/m.exec(statusOf(each))?.[1])
  await until(() => expect(states()).toEqual(['T', 'T']))
})

test('a workload ends with its whole sandbox when its supervisor is killed', async () => {
  const workload = await deploy(engine, spec('longshore/hello:1', hello))
  await fetchPage(workload, '/health')
  const run = runOf(workload.id)
  const all = processTree(run?.childPid ?? 0).map((pid) => ({ pid, mark: processMark(pid) }))
  process.kill(run?.runnerPid ?? 0, 'SIGKILL')
  await waitForExit(engine, workload.id)
  await until(() => expect(all.filter(({ pid, mark }) => isAlive(pid, mark))).toEqual([]))
  await expect(fetch(`http://127.0.0.1:${workload.ports[0]?.hostPort}/`)).rejects.toThrow('fetch failed')
})

/** When the tests run as another user than root, every other test covers this. */
test.skipIf(process.getuid?.() !== 0)('an unprivileged user gets the same sandboxes', async () => {
  const uid = 64_123
  const folder = join(root, 'of-a-user')
  mkdirSync(folder)
  chmodSync(root, 0o755)
  chownSync(folder, uid, uid)
  const script = `
    const { createProcessEngine } = await import(${JSON.stringify(join(import.meta.dirname, '../../server/engines/process.ts'))})
    const engine = createProcessEngine({ dataFolder: ${JSON.stringify(folder)} })
    const { isolation } = await engine.describe()
    const spec = ${JSON.stringify(spec('longshore/hello:1', { id: 'own', ports: [{ containerPort: 80 }] }))}
    const { ports } = await engine.start(spec)
    let health
    while (!health) health = await fetch('http://127.0.0.1:' + ports[0].hostPort + '/health').then((a) => a.text(), () => '')
    const { output } = isolation.includes('sandbox') ? await engine.exec('own', ['node', '-p', 'process.getuid()']) : {}
    await engine.close()
    console.log(JSON.stringify({ isolation, health, output }))`
  const options = { uid, gid: uid, cwd: '/', env: { PATH: '/usr/bin:/bin' } }
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], options)
  const report = JSON.parse(stdout)
  expect(report.isolation).toBe((await engine.describe()).isolation)
  expect(report.health).toContain('ok')
  expect(report.output).toBe(isSandboxed ? '1000\n' : undefined)
})

test('the workloads folder is closed to other users', async () => {
  const { id } = await deploy(engine, spec('longshore/clock:1', { environment: { TOKEN: 'a secret' } }))
  await until(async () => expect(await logLines(engine, id)).not.toEqual([]))
  const { mode } = statSync(join(dataFolder, 'workloads'))
  expect(mode & 0o077).toBe(0)
})

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1')
  } catch {
    return ''
  }
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'latin1')
  } catch {
    return ''
  }
}

test('a runner reads the compiled code of the control plane, and cannot write it', async () => {
  if (!(await engine.describe()).isolation.includes('isolated network')) return
  const { id } = await deploy(engine, spec('longshore/clock:1'))
  const mounts = readFileSync(`/proc/${runOf(id)?.runnerPid}/mountinfo`, 'latin1')
  expect(mounts).toMatch(new RegExp(` ${compiledCodeFolder()} ro,`))
})
