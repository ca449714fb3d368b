import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { findOnPath } from '../find-on-path.ts'
import type { Need } from './stage.ts'

/** The Debian package of each program that the tests need, and the names under which the program may be there. */
const packages: Record<Need, Record<string, string[]>> = {
  browser: { chromium: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'] },
  containers: { 'docker.io': ['dockerd'], 'docker-registry': ['docker-registry'], 'busybox-static': ['busybox'] },
}

const policy = '/usr/sbin/policy-rc.d'

/** Installs what is missing where that is ours to do: as root, on Debian. Says nothing when everything is there. */
export function installMissing(needs: ReadonlySet<Need>) {
  const missing = [...needs].flatMap((need) =>
    Object.entries(packages[need]).flatMap(([name, programs]) => (findOnPath(...programs) ? [] : [name])),
  )
  if (missing.length === 0 || process.getuid?.() !== 0 || !findOnPath('apt-get')) return
  console.log(`Installing ${missing.join(', ')} …`)
  // The packages' own services must not start: the tests start theirs, on private sockets and loopback ports.
  const ownPolicy = !existsSync(policy)
  if (ownPolicy) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    if (!aptGet('update', '-qq') || !aptGet('install', '-qq', '-y', '--no-install-recommends', ...missing))
      console.log('apt-get could not install them; the reason stands above.')
  } finally {
    if (ownPolicy) rmSync(policy, { force: true })
  }
}

function aptGet(...args: string[]) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
}
