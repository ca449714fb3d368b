import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Outcome, StageContext } from './stage.ts'

export type Ending = 'held' | 'failed' | 'stopped'

/**
 * Runs a Node program and shows its output. It has its own process group, so that all its child processes end at the
 * time limit or when the run is aborted.
 */
export async function runCommand(
  args: string[],
  { env, launcher, limitMs, output, signal }: StageContext,
): Promise<Ending> {
  const [program = '', ...rest] = [...launcher, process.execPath, ...args]
  const child = spawn(program, rest, { env, stdio: ['ignore', output, output], detached: true })
  let ended: string | undefined
  const end = (why: string) => {
    ended = why
    // An interrupted test runner still writes its report.
    stopGroup(child.pid, 'SIGINT')
    setTimeout(() => stopGroup(child.pid, 'SIGKILL'), 15_000).unref()
  }
  const deadline = setTimeout(() => end(`it took longer than ${Math.round(limitMs / 1000)} s`), limitMs)
  const onAbort = () => end('the run was aborted')
  signal.addEventListener('abort', onAbort)
  const [code] = await once(child, 'exit')
  clearTimeout(deadline)
  signal.removeEventListener('abort', onAbort)
  stopGroup(child.pid, 'SIGKILL')
  if (ended) console.log(`${args[0]} was stopped: ${ended}.`)
  return ended ? 'stopped' : code === 0 ? 'held' : 'failed'
}

function stopGroup(pid: number | undefined, signal: NodeJS.Signals) {
  try {
    if (pid) process.kill(-pid, signal)
  } catch {
    // The group has exited.
  }
}

/** Corrects a runner's counts: a failed run has at least one failure, and a stopped run has no skipped tests. */
export function correctOutcome(ending: Ending, outcome: Outcome): Outcome {
  if (ending === 'stopped') return { ...outcome, failed: outcome.failed + 1, skipped: [] }
  return ending === 'failed' && outcome.failed === 0 ? { ...outcome, failed: 1 } : outcome
}
