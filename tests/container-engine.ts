import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import Docker from 'dockerode'
import { answersAsDocker } from '../server/engines/find-docker.ts'
import { startPrivateDockerd } from './engines/bootstrap/private-dockerd.ts'

export type TestContainerEngine = { host: string; stop(): Promise<void> } | { skipped: string }

const usualSocket = 'unix:///var/run/docker.sock'
const lookMs = 2000
const packages = ['docker.io', 'docker-registry', 'busybox-static']

/**
 * A container engine for tests: the run's own, the machine's, or a private one on a temporary socket, which is
 * installed first where that can be done.
 */
export async function startContainerEngine(): Promise<TestContainerEngine> {
  const given = process.env.LONGSHORE_TEST_DOCKER_HOST
  if (given) return { host: given, stop: async () => {} }
  const host = process.env.DOCKER_HOST ?? usualSocket
  if (await answersAsDocker(host, lookMs)) return { host, stop: async () => {} }
  if (process.getuid?.() !== 0) {
    return { skipped: 'no container engine answers: start Docker or Podman, set DOCKER_HOST, or run the tests as root' }
  }
  const missing = install()
  return missing ? { skipped: missing } : startPrivateDockerd()
}

/** The engine's own interface, for what only it can tell or do. */
export function dockerAt(host: string): Docker {
  const url = new URL(host)
  return new Docker(url.hostname ? { host: url.hostname, port: url.port } : { socketPath: url.pathname })
}

/** Installs what is missing; answers what to do where that does not work. */
export function install(): string | undefined {
  if (['dockerd', 'docker-registry', 'busybox'].every(isInstalled)) return undefined
  if (!existsSync('/etc/debian_version')) return 'no container engine is installed: install Docker'
  try {
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const options = { stdio: 'ignore', timeout: 300_000, env: environment } as const
    execFileSync('apt-get', ['update'], options)
    execFileSync(
      'apt-get',
      ['install', '-y', '--no-install-recommends', 'iptables', 'iproute2', 'tini', ...packages],
      options,
    )
    return undefined
  } catch {
    return `the packages ${packages.join(', ')} could not be installed: install them by hand`
  }
}

function isInstalled(program: string): boolean {
  return ['/usr/sbin', '/usr/bin', '/usr/local/bin', '/bin'].some((folder) => existsSync(`${folder}/${program}`))
}
