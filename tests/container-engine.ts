import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import Docker from 'dockerode'
import { pingDocker } from '../server/engines/choice/find-docker.ts'
import { startPrivateDockerd } from './engines/bootstrap/private-dockerd.ts'

export type TestContainerEngine = { host: string; stop(): Promise<void> } | { skipped: string }

const defaultSocket = 'unix:///var/run/docker.sock'
const probeTimeoutMs = 2000
/** Debian packages, each with one program that shows whether it is installed. */
const packages = {
  'docker.io': 'dockerd',
  'docker-registry': 'docker-registry',
  'busybox-static': 'busybox',
  bubblewrap: 'bwrap',
  iptables: 'iptables',
  iproute2: 'ip',
  nftables: 'nft',
  tini: 'tini',
  'btrfs-progs': 'mkfs.btrfs',
  'nginx-light': 'nginx',
  haproxy: 'haproxy',
  knot: 'knotd',
  'knot-dnsutils': 'knsupdate',
  pebble: 'pebble',
  rsyslog: 'rsyslogd',
  'rsyslog-openssl': '../share/doc/rsyslog-openssl/copyright',
}

/**
 * Returns a container engine for tests: the one of this test run, the one of this machine, or a private one on a
 * temporary socket. Installs missing packages first when it runs as root.
 */
export async function startContainerEngine(): Promise<TestContainerEngine> {
  const given = process.env.LONGSHORE_TEST_DOCKER_HOST
  if (given) return { host: given, stop: async () => {} }
  const isRoot = process.getuid?.() === 0
  const missing = isRoot ? install() : undefined
  const host = process.env.DOCKER_HOST ?? defaultSocket
  if (await pingDocker(host, probeTimeoutMs)) return { host, stop: async () => {} }
  if (!isRoot) {
    return {
      skipped: 'no container engine responds: start Docker or Podman, set DOCKER_HOST, or run the tests as root',
    }
  }
  return missing ? { skipped: missing } : startPrivateDockerd()
}

/** Returns a Docker API client for the engine at this address. */
export function dockerAt(host: string): Docker {
  const url = new URL(host)
  return new Docker(url.hostname ? { host: url.hostname, port: url.port } : { socketPath: url.pathname })
}

/** Other test processes may install the same packages. */
const waiting = ['-o', 'DPkg::Lock::Timeout=120']

/** Installs missing packages where it may; throws with instructions otherwise. */
export function requirePrograms(): void {
  const missing = missingPackages()
  if (missing.length === 0) return
  const problem = process.getuid?.() === 0 ? install() : `install the packages ${missing.join(', ')}`
  if (problem) throw new Error(problem)
}

const missingPackages = (): string[] =>
  Object.entries(packages).flatMap(([name, program]) => (isInstalled(program) ? [] : name))

/** Installs missing packages; returns instructions when that is not possible. */
export function install(): string | undefined {
  const names = missingPackages()
  if (names.length === 0) return undefined
  if (!existsSync('/etc/debian_version')) return 'no container engine is installed: install Docker'
  try {
    // RUNLEVEL keeps the packages’ own services from being started.
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
    const options = { stdio: 'ignore', timeout: 300_000, env: environment } as const
    execFileSync('apt-get', [...waiting, 'update'], options)
    execFileSync('apt-get', [...waiting, 'install', '-y', '--no-install-recommends', ...names], options)
    return undefined
  } catch {
    return `the packages ${names.join(', ')} could not be installed: install them by hand`
  }
}

function isInstalled(program: string): boolean {
  return ['/usr/sbin', '/sbin', '/usr/bin', '/usr/local/bin', '/bin'].some((folder) =>
    existsSync(`${folder}/${program}`),
  )
}
