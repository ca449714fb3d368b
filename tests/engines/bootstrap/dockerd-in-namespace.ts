import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { processMark } from '../../../server/engines/process/system/process-mark.ts'
import { internet, machineAddress } from './internet-addresses.ts'
import { launchDockerd } from './launch-dockerd.ts'
import { exited, killContainerd } from './private-dockerd.ts'
import { engineFolderPrefix, removeEngine, removeStaleEngines } from './remove-stale-engines.ts'

export interface NamespacedDockerd {
  host: string
  /** The network namespace that represents the machine. */
  namespace: string
  /** Runs a program on that machine; resolves with its output. */
  run(program: string, ...args: string[]): Promise<string>
  /** The same on the other end of its uplink. */
  runOutside(program: string, ...args: string[]): Promise<string>
  /** Starts a program on that machine; `stop` kills it. */
  spawn(program: string, ...args: string[]): ChildProcess
  /** Forwards the same loopback port on this machine to a loopback port of that machine. */
  forward(port: number): Promise<void>
  restart(): Promise<void>
  stop(): Promise<void>
}

const stopMs = 20_000

/**
 * Starts a Docker engine with its packet filter enabled, on a machine of its own: a network namespace with an uplink to
 * a second one, which holds a web server, a name server, an office server with a private address, and a cloud metadata
 * service.
 */
export async function startDockerdInNamespace({ packetFilter = true } = {}): Promise<NamespacedDockerd> {
  await removeStaleEngines()
  const folder = mkdtempSync(join(tmpdir(), engineFolderPrefix))
  const namespace = `lsh-machine-${process.pid}`
  const outside = `lsh-internet-${process.pid}`
  const owner = { pid: process.pid, mark: processMark(process.pid), namespaces: [namespace, outside] }
  writeFileSync(join(folder, 'owner.json'), JSON.stringify(owner))
  layCables(namespace, outside)
  const enter = (into: string, program: string, args: string[]) =>
    ['nsenter', [`--net=/run/netns/${into}`, program, ...args]] as const
  const children: ChildProcess[] = []
  const start = (into: string, program: string, args: string[]) => {
    const child = spawn(...enter(into, program, args), { stdio: ['ignore', 'pipe', 'inherit'] })
    children.push(child)
    return child
  }
  // The folder is on each command line, so that processes of a killed run can be found.
  const startOwn = async (into: string, file: string, ...args: string[]) => {
    const program = fileURLToPath(new URL(file, import.meta.url))
    const { stdout } = start(into, process.execPath, [program, ...args, folder])
    if (stdout) await once(stdout, 'data')
  }
  await startOwn(outside, './fake-internet.ts')
  const forwarders: Server[] = []

  const host = `unix://${folder}/docker.sock`
  const filter = packetFilter ? [] : ['--iptables=false']
  const launch = () => launchDockerd({ folder, host, namespace, network: ['--dns', internet.web, ...filter] })
  let dockerd = await launch()

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (dockerd.exitCode !== null || dockerd.signalCode !== null) return
    dockerd.ref()
    dockerd.kill(signal)
    await Promise.race([exited(dockerd), delay(stopMs, undefined, { ref: false })])
  }

  return {
    host,
    namespace,
    run: async (program, ...args) => (await promisify(execFile)(...enter(namespace, program, args))).stdout,
    runOutside: async (program, ...args) => (await promisify(execFile)(...enter(outside, program, args))).stdout,
    spawn: (program, ...args) => start(namespace, program, args),
    forward: async (port) => {
      const path = join(folder, `${port}.sock`)
      await startOwn(namespace, './relay.ts', path, String(port))
      const server = createServer((from) => {
        const to = connect(path)
        for (const socket of [from, to]) socket.on('error', () => [from, to].map((each) => each.destroy()))
        from.pipe(to).pipe(from)
      })
      forwarders.push(server)
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    restart: async () => {
      await end('SIGKILL')
      await killContainerd(folder)
      dockerd = await launch()
    },
    stop: async () => {
      await end('SIGTERM')
      for (const server of forwarders) server.close()
      for (const child of children) {
        const gone = exited(child)
        child.kill('SIGKILL')
        await gone
      }
      await removeEngine(folder)
    },
  }
}

function layCables(namespace: string, outside: string): void {
  const ip = (...args: string[]) => execFileSync('ip', args)
  for (const name of [namespace, outside]) {
    ip('netns', 'add', name)
    ip('-n', name, 'link', 'set', 'lo', 'up')
  }
  ip('-n', namespace, 'link', 'add', 'eth0', 'type', 'veth', 'peer', 'name', 'eth0', 'netns', outside)
  ip('-n', namespace, 'address', 'add', `${machineAddress}/24`, 'dev', 'eth0')
  ip('-n', outside, 'address', 'add', `${internet.web}/24`, 'dev', 'eth0')
  for (const address of [internet.metadata, internet.office]) {
    ip('-n', outside, 'address', 'add', `${address}/32`, 'dev', 'lo')
  }
  for (const name of [namespace, outside]) ip('-n', name, 'link', 'set', 'eth0', 'up')
  ip('-n', namespace, 'route', 'add', 'default', 'via', internet.web)
  // Lets neighbours send directly to the containers' networks.
  ip('-n', outside, 'route', 'add', '10.84.0.0/14', 'via', machineAddress)
}
