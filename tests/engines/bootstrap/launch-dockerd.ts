import { type ChildProcess, spawn } from 'node:child_process'
import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pingDocker } from '../../../server/engines/choice/find-docker.ts'

export interface DockerdOptions {
  /** Folder of its socket, data and log. */
  folder: string
  host: string
  network: string[]
  /** The network namespace to run in; the machine's own when not given. */
  namespace?: string | undefined
}

const startMs = 60_000

/** Resolves when the engine responds. */
export async function launchDockerd({ folder, host, network, namespace }: DockerdOptions): Promise<ChildProcess> {
  const log = openSync(join(folder, 'dockerd.log'), 'a')
  const places = [
    '--data-root',
    join(folder, 'data'),
    '--exec-root',
    join(folder, 'exec'),
    '--pidfile',
    join(folder, 'pid'),
  ]
  // Not by `ip netns exec`, which hides the control groups together with the rest of /sys.
  const enter = namespace ? ['nsenter', `--net=/run/netns/${namespace}`] : []
  const [program = '', ...args] = [...enter, 'dockerd', '-H', host, ...places, ...network]
  const dockerd = spawn(program, args, { stdio: ['ignore', log, log], detached: true })
  dockerd.unref()
  const deadlineMs = Date.now() + startMs
  while (!(await pingDocker(host, 1000))) {
    if (dockerd.exitCode !== null || Date.now() > deadlineMs) {
      throw new Error(`dockerd did not start:\n${readFileSync(join(folder, 'dockerd.log'), 'utf8').slice(-20_000)}`)
    }
    await delay(50)
  }
  return dockerd
}
