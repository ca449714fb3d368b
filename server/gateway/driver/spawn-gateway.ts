import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { GatewaySettings } from '../process/gateway-settings.ts'

const main = fileURLToPath(new URL('../process/main.ts', import.meta.url))
const MAX_LOG_BYTES = 1_000_000
/** The environment that the gateway gets: none of it is secret. */
const passed = ['PATH', 'HOME', 'TMPDIR', 'NODE_COMPILE_CACHE', 'MALLOC_ARENA_MAX', 'NODE_ENV']

/**
 * Starts the gateway's process. It outlives this one, in a process group of its own, so that it does not get the
 * terminal's signals, and with a file for its errors: an inherited pipe would stay open after the control plane's end.
 */
export function spawnGateway(settings: GatewaySettings, logPath: string): ChildProcess {
  const log = openSync(logPath, isLarge(logPath) ? 'w' : 'a', 0o600)
  try {
    const child = spawn(process.execPath, ['--max-semi-space-size=16', main, JSON.stringify(settings)], {
      cwd: '/',
      detached: true,
      stdio: ['ignore', log, log],
      env: Object.fromEntries(passed.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
    })
    child.on('error', () => undefined)
    child.unref()
    return child
  } finally {
    closeSync(log)
  }
}

function isLarge(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MAX_LOG_BYTES
}
