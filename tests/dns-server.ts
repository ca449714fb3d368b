import { execFile, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { requirePrograms } from './required-programs.ts'
import { until } from './server/until.ts'

export interface DnsServer {
  /** As a resolver: `127.0.0.1:PORT`. */
  address: string
  port: number
  /** Sets all records of one type at a name; none removes them. */
  set(name: string, type: string, ...values: string[]): Promise<void>
  stop(): Promise<void>
}

const run = promisify(execFile)

/** Starts a real DNS server (Knot DNS) on loopback, which is the authority of some zones and takes updates (RFC 2136). */
export async function startDnsServer(zones: readonly string[]): Promise<DnsServer> {
  requirePrograms()
  const folder = mkdtempSync(join(tmpdir(), 'longshore-dns-'))
  const port = await freePort()
  for (const zone of zones)
    writeFileSync(
      join(folder, `${zone}.zone`),
      `$ORIGIN ${zone}.\n$TTL 0\n@ SOA ns.${zone}. admin.${zone}. 1 3600 600 86400 0\n@ NS ns.${zone}.\nns A 127.0.0.1\n`,
    )
  writeFileSync(join(folder, 'knot.conf'), configuration(folder, port, zones))
  const server = spawn('knotd', ['-c', join(folder, 'knot.conf')], { stdio: 'ignore' })
  const ended = once(server, 'exit')
  const address = `127.0.0.1:${port}`
  await until(async () => {
    const resolver = new Resolver({ timeout: 500, tries: 1 })
    resolver.setServers([address])
    return (await Promise.all(zones.map((zone) => resolver.resolveSoa(zone).catch(() => null)))).every(Boolean)
  }, 20_000)

  return {
    address,
    port,
    async set(name, type, ...values) {
      const quoted = values.map((value) => (type === 'TXT' ? `"${value}"` : value))
      const zone = zones.find((each) => name === each || name.endsWith(`.${each}`)) ?? ''
      const commands = [
        `server 127.0.0.1 ${port}`,
        `zone ${zone}.`,
        `update delete ${name}. ${type}`,
        ...quoted.map((value) => `update add ${name}. 0 ${type} ${value}`),
        'send',
        '',
      ]
      const file = join(folder, 'update')
      writeFileSync(file, commands.join('\n'))
      await run('knsupdate', [file])
    },
    async stop() {
      server.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const configuration = (folder: string, port: number, zones: readonly string[]): string => `
server:
    rundir: "${folder}"
    listen: 127.0.0.1@${port}
    udp-workers: 1
    tcp-workers: 1
    background-workers: 1
log:
  - target: stderr
    any: error
database:
    storage: "${folder}"
acl:
  - id: local
    address: 127.0.0.1
    action: [update, transfer]
template:
  - id: default
    storage: "${folder}"
    acl: local
    zonefile-sync: -1
    journal-content: changes
zone:
${zones.map((zone) => `  - domain: ${zone}\n    file: "${zone}.zone"\n`).join('')}
`

async function freePort(): Promise<number> {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address()
  await new Promise<void>((resolve) => socket.close(() => resolve()))
  return port
}
