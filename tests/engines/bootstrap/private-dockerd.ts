import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { answersAsDocker } from '../../../server/engines/find-docker.ts'
import { processMark } from '../../../server/engines/process/system/process-mark.ts'
import { engineFolderPrefix, sweep, sweepStaleEngines } from './sweep-engines.ts'

export interface PrivateDockerd {
  host: string
  /** `kill -9` of the engine and of the containerd below it. */
  kill(): Promise<void>
  startAgain(): Promise<void>
  stop(): Promise<void>
}

const startMs = 60_000
const stopMs = 20_000

/**
 * A Docker engine of the tests' own: socket, data and network bridge are private, and it leaves the packet filter alone,
 * so several of them run side by side. Ports reach the host through Docker's own proxy.
 */
export async function startPrivateDockerd(): Promise<PrivateDockerd> {
  await sweepStaleEngines()
  const folder = mkdtempSync(join(tmpdir(), engineFolderPrefix))
  const bridge = makeBridge()
  writeFileSync(
    join(folder, 'owner.json'),
    JSON.stringify({ pid: process.pid, mark: processMark(process.pid), bridge }),
  )
  const host = `unix://${folder}/docker.sock`
  let dockerd = await launch(folder, host, bridge)
  return {
    host,
    kill: async () => {
      const gone = exited(dockerd)
      dockerd.kill('SIGKILL')
      await gone
      await killContainerd(folder)
    },
    startAgain: async () => {
      dockerd = await launch(folder, host, bridge)
    },
    stop: async () => {
      if (dockerd.exitCode === null && dockerd.signalCode === null) {
        dockerd.ref()
        dockerd.kill('SIGTERM')
        await Promise.race([exited(dockerd), delay(stopMs, undefined, { ref: false })])
      }
      await sweep(folder)
    },
  }
}

async function launch(folder: string, host: string, bridge: string): Promise<ChildProcess> {
  const log = openSync(join(folder, 'dockerd.log'), 'a')
  const places = [
    '--data-root',
    join(folder, 'data'),
    '--exec-root',
    join(folder, 'exec'),
    '--pidfile',
    join(folder, 'pid'),
  ]
  const network = ['--bridge', bridge, '--iptables=false', '--ip-masq=false']
  const dockerd = spawn('dockerd', ['-H', host, ...places, ...network], { stdio: ['ignore', log, log], detached: true })
  dockerd.unref()
  const deadlineMs = Date.now() + startMs
  while (!(await answersAsDocker(host, 1000))) {
    if (dockerd.exitCode !== null || Date.now() > deadlineMs) {
      throw new Error(`dockerd did not start:\n${readFileSync(join(folder, 'dockerd.log'), 'utf8').slice(-2000)}`)
    }
    await delay(50)
  }
  return dockerd
}

/** A bridge with a small network that nothing else on the machine uses. */
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

async function killContainerd(folder: string): Promise<void> {
  const pid = Number(readFileSync(join(folder, 'exec/containerd/containerd.pid'), 'utf8'))
  const mark = processMark(pid)
  try {
    process.kill(pid, 'SIGKILL')
  } catch {}
  while (mark !== undefined && processMark(pid) === mark) await delay(20)
}

function exited(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    else child.once('exit', () => resolve())
  })
}
