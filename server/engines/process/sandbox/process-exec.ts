import { spawn } from 'node:child_process'
import { EngineFailure, type ExecResult } from '../../engine.ts'
import type { WorkloadFolder } from '../workload-folder.ts'
import { commandOf, programOf } from './plan-launch.ts'
import { sandboxCommand } from './sandbox.ts'

const longestOutputBytes = 1024 * 1024

/** Runs a command in a sandbox like the workload's, over the same files; it does not see the workload's own process. */
export function processExec(
  folder: WorkloadFolder,
  command: string[],
  signal: AbortSignal | undefined,
): Promise<ExecResult> {
  const spec = folder.read('spec')
  const launch = folder.read('launch')
  if (!spec || !launch)
    throw new EngineFailure('workloadNotFound', 'This workload is not there any more. Deploy it again.')
  if (launch.command[0] !== 'bwrap') {
    throw new EngineFailure(
      'imageUnsupported',
      'Commands can be run in containers only. Install Docker, Podman or bubblewrap, then deploy again.',
    )
  }
  const wanted = commandOf({ ...spec, command })
  const [program = '', ...args] = [...sandboxCommand({ program: programOf(spec), files: folder.files }), ...wanted]
  const child = spawn(program, args, {
    env: launch.environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    killSignal: 'SIGKILL',
    ...(signal ? { signal } : {}),
  })
  const parts: Buffer[] = []
  let bytes = 0
  const gather = (part: Buffer) => {
    if (bytes < longestOutputBytes) parts.push(part)
    bytes += part.length
  }
  child.stdout.on('data', gather)
  child.stderr.on('data', gather)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      const output = Buffer.concat(parts).subarray(0, longestOutputBytes).toString()
      resolve({ exitCode: code ?? 137, output })
    })
  })
}
