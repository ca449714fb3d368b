import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openPorts } from '../../../server/engines/process/system/open-ports.ts'

export interface TestRegistry {
  /** The registry part of an image name. */
  address: string
  /** Its storage, in the layout of the registry's file system driver. */
  storage: string
  /** Does nothing when it is already stopped. */
  stop(): Promise<void>
}

export const registryUser = { username: 'harbour', password: 'harbour-test' }
/** The bcrypt hash of the password above. */
const passwordFile = 'harbour:$2y$05$abcdefghijklmnopqrstuuZnVqnsUgpIOlG2qxf6GgIUNKefwSxLO\n'
const startMs = 10_000

/** Starts a real registry on a loopback port; with `isPrivate` it requires the credentials of `registryUser`. */
export async function startRegistry({ isPrivate }: { isPrivate: boolean }): Promise<TestRegistry> {
  const folder = mkdtempSync(join(tmpdir(), 'longshore-registry-'))
  const free = await openPorts([{ containerPort: 5000 }])
  const address = `127.0.0.1:${free.ports[0]?.hostPort}`
  await free.close()
  const auth = isPrivate ? { auth: { htpasswd: { realm: 'harbour', path: join(folder, 'htpasswd') } } } : {}
  writeFileSync(join(folder, 'htpasswd'), passwordFile)
  writeFileSync(
    join(folder, 'config.yml'),
    // JSON is YAML.
    JSON.stringify({
      version: 0.1,
      log: { level: 'error' },
      storage: { filesystem: { rootdirectory: join(folder, 'data') } },
      http: { addr: address },
      ...auth,
    }),
  )
  const registry = spawn('docker-registry', ['serve', join(folder, 'config.yml')], { stdio: 'ignore' })
  const deadlineMs = Date.now() + startMs
  while (!(await isReady(address))) {
    if (Date.now() > deadlineMs) throw new Error('docker-registry did not start')
    await delay(20)
  }
  return {
    address,
    storage: join(folder, 'data/docker/registry/v2'),
    stop: async () => {
      if (registry.exitCode !== null || registry.signalCode !== null) return
      const gone = new Promise((resolve) => registry.once('exit', resolve))
      registry.kill('SIGKILL')
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function isReady(address: string): Promise<boolean> {
  try {
    const { status } = await fetch(`http://${address}/v2/`)
    return status === 200 || status === 401
  } catch {
    return false
  }
}
