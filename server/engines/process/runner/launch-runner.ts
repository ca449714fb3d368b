import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Server } from 'node:net'
import { fileURLToPath } from 'node:url'
import { EngineFailure } from '../../engine.ts'
import { fixedEnvironment } from '../sandbox/bubblewrap.ts'
import { compiledCodeFolder } from '../system/compiled-code-folder.ts'
import type { WorkloadFolder } from '../workload-folder.ts'

const runner = fileURLToPath(new URL('./runner.ts', import.meta.url))

const heap = ['--max-semi-space-size=1', '--max-old-space-size=64']

const COMPILES_MS = 10_000

const runnerCommand = (folder: WorkloadFolder) => [process.execPath, ...heap, runner, folder.path]

const environment = () => {
  const folder = compiledCodeFolder()
  return folder === undefined ? fixedEnvironment : { ...fixedEnvironment, NODE_COMPILE_CACHE: folder }
}

/**
 * Keeps the runner's compiled code where runners find it, which may only read it: compiling it takes more than half of
 * the processor time of a runner's start. `folder` has no workload, so this runner exits at once.
 */
export async function compileRunner(folder: WorkloadFolder, supervisor: string[]): Promise<void> {
  if (compiledCodeFolder() === undefined) return
  const [program = '', ...args] = [...supervisor, ...runnerCommand(folder)]
  const child = spawn(program, args, { cwd: '/', env: environment(), stdio: 'ignore', timeout: COMPILES_MS })
  // Without compiled code, runners start all the same.
  await once(child, 'exit').catch(() => undefined)
}

/**
 * Starts the runner of a workload behind the supervisor's command, hands it the listening sockets that it forwards, and
 * resolves when the program has been started. The runner outlives this process.
 */
export async function launchRunner(folder: WorkloadFolder, supervisor: string[], listening: Server[]): Promise<void> {
  const [program = '', ...args] = [...supervisor, ...runnerCommand(folder)]
  const child = spawn(program, args, {
    cwd: '/',
    env: environment(),
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // The exit handler below detects a runner that has ended.
  for (const server of listening) child.send('port', server, () => undefined)
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('error', reject)
    child.once('exit', () => {
      if (folder.has('run') || folder.has('exit')) resolve()
      else
        reject(
          new EngineFailure('unexpected', 'The workload could not be started. See the log of Longshore for details.'),
        )
    })
  })
  child.unref()
  child.channel?.unref()
}
