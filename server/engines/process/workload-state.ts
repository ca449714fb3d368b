import type { Workload, WorkloadState } from '../engine.ts'
import { killProcessGroup } from './system/kill-process-group.ts'
import { isAlive } from './system/process-mark.ts'
import type { WorkloadFolder } from './workload-folder.ts'

const killedExitCode = 137

/** Reads a workload from its folder; undefined when the folder holds none. */
export function readWorkload(folder: WorkloadFolder): Workload | undefined {
  const spec = folder.read('spec')
  if (!spec) return undefined
  const state = readState(folder)
  const ports = state.kind === 'running' ? (folder.read('run')?.ports ?? []) : []
  return { id: spec.id, image: spec.image, labels: spec.labels, state, ports }
}

function readState(folder: WorkloadFolder): WorkloadState {
  const run = folder.read('run')
  if (!run) return { kind: 'created' }
  // Checked before the exit record, which a runner writes before it exits.
  const isRunning = isAlive(run.runnerPid, run.runnerMark)
  const exit = folder.read('exit')
  if (exit) {
    const { words, message = words, ...end } = exit
    return { kind: 'ended', ...end, ...(message !== undefined && { message }) }
  }
  if (isRunning) return { kind: 'running', startedAtMs: run.startedAtMs }
  return { kind: 'ended', ...closeAbandoned(folder) }
}

/**
 * Handles a runner that was killed or a machine that restarted: kills the processes left behind and writes the exit
 * record.
 */
function closeAbandoned(folder: WorkloadFolder) {
  const run = folder.read('run')
  if (run) killProcessGroup(run.childPid, run.childMark)
  const exit = {
    exitCode: killedExitCode,
    outOfMemory: false,
    endedAtMs: Date.now(),
    message: 'The program stopped because the machine restarted or its supervisor was killed. Restart it.',
  }
  try {
    folder.write('exit', exit)
  } catch {
    // On a full disk, the next read writes it.
  }
  return exit
}
