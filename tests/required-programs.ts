import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

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
  hledger: 'hledger',
  knot: 'knotd',
  'knot-dnsutils': 'knsupdate',
  pebble: 'pebble',
  rsyslog: 'rsyslogd',
  'rsyslog-openssl': '../share/doc/rsyslog-openssl/copyright',
}

/** Other test processes may install the same packages. */
const waiting = ['-o', 'DPkg::Lock::Timeout=120']

/** Installs missing packages where it may; throws with instructions otherwise. */
export function requirePrograms(): void {
  const missing = missingPackages()
  if (missing.length === 0) return
  const problem = process.getuid?.() === 0 ? installMissingPackages() : `install the packages ${missing.join(', ')}`
  if (problem) throw new Error(problem)
}

const missingPackages = (): string[] =>
  Object.entries(packages).flatMap(([name, program]) => (isInstalled(program) ? [] : name))

/** Installs missing packages; returns instructions when that is not possible. */
export function installMissingPackages(): string | undefined {
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
