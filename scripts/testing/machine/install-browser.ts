import { spawnSync } from 'node:child_process'
import { findOnPath } from '../../find-on-path.ts'

/** Installs Chromium’s headless shell if running as root on Debian. Returns whether it succeeded. */
export function installBrowser() {
  if (process.getuid?.() !== 0 || !findOnPath('apt-get')) return false
  console.log('Installing chromium-headless-shell …')
  return aptGet('update', '-qq') && aptGet('install', '-qq', '-y', '--no-install-recommends', 'chromium-headless-shell')
}

function aptGet(...args: string[]) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
}
