import { type ChildProcess, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { processMark } from '../../../server/engines/process/system/process-mark.ts'
import { launchDockerd } from './launch-dockerd.ts'
import { engineFolderPrefix, removeEngine, removeNetworks, removeStaleEngines } from './remove-stale-engines.ts'

export interface PrivateDockerdOptions {
  /**
   * Stores images and containers on a loop-mounted file system of this size, whose storage driver can limit a
   * container.
   */
  btrfsMegabytes?: number
  /** URL of a registry that is asked before Docker Hub, for images with the names of Docker Hub. */
  mirror?: string
}

export interface PrivateDockerd {
  host: string
  /** Sends SIGKILL to the engine and its containerd. */
  kill(): Promise<void>
  /**
   * Starts it again. What a kill did to the engine's own database of networks is mended as an operator would: it is
   * removed, and starts of containers find their networks missing.
   */
  restart(): Promise<void>
  stop(): Promise<void>
}

const stopMs = 20_000

/**
 * Starts a Docker engine for the tests with its own socket, data and network bridge. It does not touch the packet
 * filter, so several engines can run side by side. Ports reach the host through Docker's own proxy.
 */
export async function startPrivateDockerd(options: PrivateDockerdOptions = {}): Promise<PrivateDockerd> {
  await removeStaleEngines()
  const folder = mkdtempSync(join(tmpdir(), engineFolderPrefix))
  const bridge = makeBridge()
  const driver = options.btrfsMegabytes === undefined ? [] : mountBtrfs(folder, options.btrfsMegabytes)
  writeFileSync(
    join(folder, 'owner.json'),
    JSON.stringify({ pid: process.pid, mark: processMark(process.pid), bridge }),
  )
  const host = `unix://${folder}/docker.sock`
  const mirror = options.mirror === undefined ? [] : [`--registry-mirror=${options.mirror}`]
  const network = ['--bridge', bridge, '--iptables=false', '--ip-masq=false', ...driver, ...mirror]
  let dockerd = await launchDockerd({ folder, host, network })
  return {
    host,
    kill: async () => {
      const gone = exited(dockerd)
      dockerd.kill('SIGKILL')
      await gone
      await killContainerd(folder)
    },
    restart: async () => {
      const launch = () => launchDockerd({ folder, host, network })
      dockerd = await launch().catch(async (error: unknown) => {
        if (!(error instanceof Error && /panic: .*libnetwork/s.test(error.message))) throw error
        removeNetworks(folder)
        return launch()
      })
    },
    stop: async () => {
      if (dockerd.exitCode === null && dockerd.signalCode === null) {
        dockerd.ref()
        dockerd.kill('SIGTERM')
        await Promise.race([exited(dockerd), delay(stopMs, undefined, { ref: false })])
      }
      await removeEngine(folder)
    },
  }
}

/** `removeEngine` unmounts it, which also releases the loop device. */
function mountBtrfs(folder: string, megabytes: number): string[] {
  const [image, data] = [join(folder, 'btrfs.img'), join(folder, 'data')]
  mkdirSync(data)
  writeFileSync(image, '')
  truncateSync(image, megabytes * 1_048_576)
  execFileSync('mkfs.btrfs', ['-q', image])
  execFileSync('mount', ['-o', 'loop', image, data])
  return ['--storage-driver', 'btrfs']
}

/** Creates a bridge with a small subnet that nothing else on the machine uses. */
function makeBridge(): string {
  const taken = Object.values(networkInterfaces()).flatMap(
    (addresses) => addresses?.map(({ address }) => address) ?? [],
  )
  const isFree = (third: number) => !taken.some((address) => address.startsWith(`10.213.${third}.`))
  const third = Array.from({ length: 254 }, () => 1 + Math.floor(Math.random() * 254)).find(isFree)
  const bridge = `lsh${process.pid % 100_000}-${third}`
  execFileSync('ip', ['link', 'add', bridge, 'type', 'bridge'])
  execFileSync('ip', ['address', 'add', `10.213.${third}.1/24`, 'dev', bridge])
  execFileSync('ip', ['link', 'set', bridge, 'up'])
  return bridge
}

export async function killContainerd(folder: string): Promise<void> {
  const pid = Number(readFileSync(join(folder, 'exec/containerd/containerd.pid'), 'utf8'))
  const mark = processMark(pid)
  try {
    process.kill(pid, 'SIGKILL')
  } catch {}
  while (mark !== undefined && processMark(pid) === mark) await delay(20)
}

export function exited(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    else child.once('exit', () => resolve())
  })
}
