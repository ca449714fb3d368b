import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'
import { exitWords } from '../../exit-words.ts'
import { LogWriter } from '../logs/log-writer.ts'
import { processMark } from '../system/process-mark.ts'
import { programProcesses } from '../system/process-tree.ts'
import { signal } from '../system/signal.ts'
import { type LaunchRecord, WorkloadFolder } from '../workload-folder.ts'
import { Limiter, limiterPeriodMs } from './limiter.ts'

/**
 * The program that stays with one workload: `node runner.ts <folder>`. It starts what `launch` says, writes its output
 * and its end to the folder, and watches its limits. It does not need the control plane, so a kill of that harms nothing.
 */
const heapIsFull = 'JavaScript heap out of memory'
const afterExitMs = 1000
const stopRetryMs = 20

function main(folder: WorkloadFolder, launch: LaunchRecord): void {
  const log = new LogWriter(folder.path)
  const [program = '', ...args] = launch.command
  const child = spawn(program, args, {
    cwd: launch.workingFolder,
    env: launch.environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { pid } = child
  if (pid === undefined) {
    child.once('error', (error) => finish(127, false, error.message))
    return
  }
  let outOfMemory = false
  const limiter = new Limiter(pid, launch.limits)
  const timer = setInterval(() => {
    if (!limiter.check(Date.now())) return
    outOfMemory = true
    signal(-pid, 'SIGKILL')
  }, limiterPeriodMs)

  // Before anybody can know this runner: a signal without a listener would end it and leave its program behind.
  process.on('SIGTERM', () => {
    clearInterval(timer)
    limiter.release()
    askToStop(pid, child)
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

  child.once('exit', (code, signalName) => {
    clearInterval(timer)
    signal(-pid, 'SIGKILL') // What it started ends with it.
    const exitCode = code ?? 128 + (signalName ? constants.signals[signalName] : 0)
    const end = () => finish(exitCode, outOfMemory)
    child.once('close', end)
    setTimeout(end, afterExitMs) // Something that left its group may hold its output open.
  })

  function finish(exitCode: number, isOutOfMemory: boolean, words = exitWords(exitCode, isOutOfMemory)): void {
    log.close()
    folder.write('exit', { exitCode, outOfMemory: isOutOfMemory, endedAtMs: Date.now(), words })
    process.exit(0)
  }
}

/** Inside a sandbox the program may not be there yet in the first moments. */
function askToStop(pid: number, child: ChildProcess): void {
  const programs = programProcesses(pid)
  for (const each of programs) signal(each, 'SIGTERM')
  if (programs.length === 0 && child.exitCode === null) setTimeout(askToStop, stopRetryMs, pid, child)
}

const folder = new WorkloadFolder(process.argv[2] ?? '')
const launch = folder.read('launch')
if (!launch || folder.has('run')) process.exit(1)
main(folder, launch)
