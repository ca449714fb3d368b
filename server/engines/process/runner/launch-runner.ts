import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { EngineFailure } from '../../engine.ts'
import type { WorkloadFolder } from '../workload-folder.ts'

const runner = fileURLToPath(new URL('./runner.ts', import.meta.url))

/** Starts the runner of a workload and answers when its program has been started; the runner outlives this process. */
export async function launchRunner(folder: WorkloadFolder): Promise<void> {
  const child = spawn(process.execPath, ['--max-semi-space-size=1', '--max-old-space-size=64', runner, folder.path], {
    cwd: '/',
    // Nothing of the control plane's own settings, which hold secrets.
    env: { PATH: process.env.PATH ?? '' },
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('error', reject)
    child.once('exit', () => {
      if (folder.has('run') || folder.has('exit')) resolve()
      else
        reject(
          new EngineFailure('unexpected', 'The workload could not be started. Look at the log of Longshore for more.'),
        )
    })
  })
  child.unref()
  child.channel?.unref()
}
