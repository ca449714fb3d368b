import { EngineFailure } from '../../engine.ts'
import type { ExecOptions, ExecResult } from '../../interface/commands.ts'
import type { WorkloadFolder } from '../workload-folder.ts'
import { commandOf } from './check-spec.ts'
import { type Isolation, supervisorOf } from './find-isolation.ts'
import { sandboxViewOf } from './plan-launch.ts'
import { runSandboxed } from './run-sandboxed.ts'
import { sandboxed } from './sandbox.ts'
import { enterCommand } from './supervisor.ts'

export interface SandboxExec extends ExecOptions {
  folder: WorkloadFolder
  isolation: Isolation
  command: string[]
  /** Resolves when the workload ends; the command is then killed. */
  ended: Promise<void>
}

/**
 * Runs a command in a sandbox like the workload's, with the same files and network. The command does not see the
 * workload's own process.
 */
export async function processExec({
  folder,
  isolation,
  command,
  ended,
  signal,
  timeoutMs,
}: SandboxExec): Promise<ExecResult> {
  const spec = folder.read('spec')
  const launch = folder.read('launch')
  const run = folder.read('run')
  if (!spec || !launch || !run)
    throw new EngineFailure('workloadNotFound', 'This workload no longer exists. Deploy it again.')
  if (isolation.kind === 'none') {
    throw new EngineFailure(
      'commandUnsupported',
      'Commands can run only in containers and sandboxes. Install Docker, Podman or bubblewrap, then deploy again.',
    )
  }
  const isSupervised = supervisorOf(isolation, folder).length > 0
  const enter = isSupervised ? enterCommand(isolation.bubblewrap, run.runnerPid) : []
  if (enter === undefined) {
    throw new EngineFailure('commandUnsupported', 'Commands need nsenter. Install util-linux, then try again.')
  }
  const inside = sandboxed(isolation.bubblewrap, sandboxViewOf(spec, folder, launch), commandOf({ command }))
  const end = new AbortController()
  const stop = () =>
    end.abort(new EngineFailure('workloadNotRunning', 'The workload exited while the command was running.'))
  ended.then(stop, stop)
  const limit = signal ? AbortSignal.any([signal, end.signal]) : end.signal
  return runSandboxed({ ...inside, command: [...enter, ...inside.command] }, { signal: limit, timeoutMs })
}
