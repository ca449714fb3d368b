import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { engineOfMachine } from '../../../tests/container-engine.ts'
import { installMissingPackages } from '../../../tests/required-programs.ts'

/** A network namespace with a container engine. */
export interface ContainerNetwork {
  host: string
  /** A program with arguments that runs another one in the namespace, from which the network of the machine can be entered. */
  launcher: readonly string[]
  stop(): Promise<void>
}

const program = fileURLToPath(new URL('./run-engine.ts', import.meta.url))
const withLoopback = 'ip link set lo up && exec "$@"'

/**
 * Starts a container engine in a network namespace of its own, so that its networks do not disturb the browser: Chromium
 * drops its connections when the networks of the machine change. Resolves with undefined where that is not possible, as
 * without root, and where the machine has an engine, which the tests use.
 */
export async function startContainerNetwork(): Promise<ContainerNetwork | undefined> {
  if (process.getuid?.() !== 0 || process.env.LONGSHORE_TEST_DOCKER_HOST || (await engineOfMachine())) return undefined
  if (installMissingPackages() !== undefined || spawnSync('unshare', ['--net', 'true']).status !== 0) return undefined
  const child = spawn('unshare', ['--net', 'sh', '-c', withLoopback, 'sh', process.execPath, program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [host] = await Promise.race([once(createInterface(child.stdout), 'line'), once(child, 'exit').then(() => [])])
  if (typeof host !== 'string') return undefined
  return {
    host,
    launcher: [
      'env',
      `LONGSHORE_TEST_OUTER_NETWORK=/proc/${process.pid}/ns/net`,
      'nsenter',
      `--net=/proc/${child.pid}/ns/net`,
    ],
    stop: async () => {
      const gone = once(child, 'exit')
      child.stdin.end()
      await gone
    },
  }
}
