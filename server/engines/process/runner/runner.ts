import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { exitMessage } from '../../exit-message.ts'
import { LogWriter } from '../logs/log-writer.ts'
import { spawnSandboxed } from '../sandbox/spawn-sandboxed.ts'
import { processMark } from '../system/process-mark.ts'
import { programProcesses } from '../system/process-tree.ts'
import { signal } from '../system/signal.ts'
import { type LaunchRecord, WorkloadFolder } from '../workload-folder.ts'
import { Limiter, limiterPeriodMs } from './limiter.ts'
import { receivedPorts } from './received-ports.ts'
import { Relay } from './relay.ts'

/**
 * The supervising process of one workload: `node runner.ts <folder>`. It starts the command in `launch`, writes output
 * and exit to the folder, and enforces the limits. It does not depend on the control plane, so it survives when that is
 * killed.
 */
const heapIsFull = 'JavaScript heap out of memory'
const afterExitMs = 1000
const stopRetryMs = 20

type Program = ChildProcessByStdio<null, Readable, Readable>

const allPortsFile = '/proc/sys/net/ipv4/ip_unprivileged_port_start'

async function main(folder: WorkloadFolder, launch: LaunchRecord): Promise<void> {
  const relay = launch.isRelayed ? await openRelay(launch) : undefined
  const log = new LogWriter(folder.path)
  const child = start(launch)
  const { pid } = child
  if (pid === undefined) {
    child.once('error', (error) => finish(127, error.message))
    return
  }
  const isSandboxed = launch.sandboxArguments !== undefined
  let outOfMemory = false
  let limitMessage: string | undefined
  const limiter = new Limiter(pid, launch.limits, isSandboxed)
  const timer = setInterval(() => {
    const exceeded = limiter.check(Date.now())
    if (!exceeded) return
    if (exceeded === 'memory') outOfMemory = true
    else limitMessage = 'The program started too many processes and was stopped. Start fewer at a time.'
    signal(-pid, 'SIGKILL')
  }, limiterPeriodMs)

  // Registered before the run record is published: a signal without a listener would end this runner and leave its
  // program behind.
  process.on('SIGTERM', () => {
    clearInterval(timer)
    limiter.release()
    requestStop(pid, child, isSandboxed)
  })

  const isOurs = folder.claim('run', {
    runnerPid: process.pid,
    runnerMark: processMark(process.pid),
    childPid: pid,
    childMark: processMark(pid),
    startedAtMs: Date.now(),
    ports: launch.ports,
  })
  if (!isOurs) {
    signal(-pid, 'SIGKILL')
    process.exit(1)
  }
  process.send?.('started', () => process.disconnect?.())

  child.stdout.on('data', (bytes: Buffer) => log.write('stdout', bytes))
  child.stderr.on('data', (bytes: Buffer) => {
    outOfMemory ||= bytes.includes(heapIsFull)
    log.write('stderr', bytes)
  })

  const closed = new Promise((resolve) => child.once('close', resolve))
  child.once('exit', async (code, signalName) => {
    clearInterval(timer)
    signal(-pid, 'SIGKILL') // Also ends the program's children.
    const exitCode = code ?? 128 + (signalName ? constants.signals[signalName] : 0)
    // A process that left the group may hold the output open, and a visitor a connection.
    await Promise.race([Promise.all([closed, relay?.close()]), delay(afterExitMs)])
    finish(exitCode, limitMessage)
  })

  function finish(exitCode: number, message = exitMessage(exitCode, outOfMemory)): void {
    log.close()
    folder.write('exit', { exitCode, outOfMemory, endedAtMs: Date.now(), message })
    process.exit(0)
  }
}

/**
 * Opens the relay in the network that the workload will share, and allows any port to be listened on there, as in a
 * container.
 */
async function openRelay({ ports }: LaunchRecord): Promise<Relay> {
  const listening = await receivedPorts(ports.length)
  try {
    writeFileSync(allPortsFile, '0')
  } catch {
    // Only ports below 1024 need this.
  }
  return new Relay(listening, ports)
}

function start({ command, sandboxArguments, environment, workingFolder }: LaunchRecord): Program {
  if (sandboxArguments) return spawnSandboxed({ command, sandboxArguments })
  const [program = '', ...args] = command
  return spawn(program, args, {
    cwd: workingFolder,
    env: environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Sends SIGTERM, with retries: inside a sandbox the program may not exist yet at first. */
function requestStop(pid: number, child: Program, isSandboxed: boolean): void {
  const programs = programProcesses(pid, isSandboxed)
  for (const each of programs) signal(each, 'SIGTERM')
  if (programs.length === 0 && child.exitCode === null) setTimeout(requestStop, stopRetryMs, pid, child, isSandboxed)
}

const folder = new WorkloadFolder(process.argv[2] ?? '')
const launch = folder.read('launch')
if (!launch || folder.has('run')) process.exit(1)
await main(folder, launch)
