import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type TLSSocket } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeProject } from '../../bench/support/control-plane.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { createTestAuthority } from '../certificates.ts'
import { startContainerEngine, type TestContainerEngine } from '../container-engine.ts'
import { type Receiver, recordsOf, startReceiver } from '../server/drains/drains-harness.ts'
import { until } from '../server/until.ts'
import { type Api, apiOf } from './support/api.ts'
import { type ControlPlane, startControlPlane } from './support/control-plane.ts'
import { skipFor } from './support/skip-for.ts'
import { stopWithWorkloads } from './support/stop-with-workloads.ts'

const SECRET = 'spinnaker-4713+of/the ferry'
const LAST = 'the last line'

/** Prints a secret in every way that programs do, and `LAST` at the end. */
const program = `
const secret = process.env.TOKEN
const write = (text) => new Promise((done) => process.stdout.write(text, done))
const pause = () => new Promise((done) => setTimeout(done, 20))
const base64 = (text) => Buffer.from(text).toString('base64')
await write('plain ' + secret + '\\n')
await write('json ' + JSON.stringify({ secret }) + '\\n')
await write('url ' + encodeURIComponent(secret) + '\\n')
for (const before of ['', 'a', 'ab']) await write('base64 ' + base64(before + secret + ':after') + '\\n')
await write('split ')
for (const letter of secret) { await write(letter); await pause() }
await write('\\n')
await write('coloured ' + [...secret].map((letter, index) => '\\x1b[3' + (index % 8) + 'm' + letter).join('') + '\\x1b[0m\\n')
await write('title ' + secret.slice(0, 5) + '\\x1b]0;title\\x07' + secret.slice(5) + '\\n')
await write('controls ' + [...secret].join('\\0') + '\\n')
await write('unseen ' + [...secret].join('\\u200b') + '\\n')
await write('escaped {"message":"' + [...secret].join('\\\\u001b[1m') + '"}\\n')
await write('letters {"message":"' + secret.replace('+', '\\\\u002b') + '"}\\n')
await write('coloured base64 ' + base64(secret).replace(/(.{5})/g, '$1\\x1b[1m') + '\\n')
process.stderr.write('error ' + secret + '\\n')
await write('${LAST}\\n')
setInterval(() => {}, 60000)
`

let engine: TestContainerEngine
let controlPlane: ControlPlane
let http: Receiver
let syslog: Awaited<ReturnType<typeof startSyslog>>
beforeAll(async () => {
  engine = await startContainerEngine()
  if ('skipped' in engine) return
  http = await startReceiver()
  syslog = await startSyslog()
  controlPlane = await startControlPlane({
    settings: { LONGSHORE_ENGINE: 'docker', DOCKER_HOST: engine.host, LONGSHORE_LOG: 'trace' },
  })
})
afterAll(async () => {
  if (controlPlane) await stopWithWorkloads(controlPlane, engine)
  if (engine && 'stop' in engine) await engine.stop()
  await http?.close()
  await syslog?.close()
})

test('a secret of a service leaves through no drain, in no form that can be read', async (context) => {
  skipFor(context, 'skipped' in engine ? engine.skipped : undefined)
  const token = await controlPlane.signIn('ada')
  const api = apiOf(controlPlane.url, token)
  const { organizationId, projectId } = await makeProject(controlPlane.url, token)
  for (const [name, target] of [
    ['HTTP', { type: 'http', url: http.url, gzip: true }],
    ['Syslog', { type: 'syslog', host: 'localhost', port: syslog.port, caCertificate: syslog.authority }],
  ] as const) {
    const drain = await api.request<{ message?: string }>('POST', `organization/${organizationId}/log-drains`, {
      name,
      target,
    })
    expect(drain.status, drain.body.message).toBe(200)
  }
  await deployPrinter(api, organizationId, projectId)
  const records = await until(async () => {
    const all = http.received.flatMap(({ text }) => recordsOf(text))
    return all.some(({ message }) => message === LAST) && all.some(({ stream }) => stream === 'stderr')
      ? all
      : undefined
  }, 90_000)
  const printed = records.filter(({ logType }) => logType === 'instanceLogs').map(({ message }) => message)
  for (const kind of ['plain', 'json', 'url', 'base64', 'split', 'coloured', 'title', 'controls', 'unseen', 'escaped'])
    expect(
      printed.find((line) => line.startsWith(`${kind} `)),
      kind,
    ).toContain('••••••')
  await until(async () => syslog.received().includes(LAST), 30_000)

  expect(readable(http.received.map(({ text }) => text).join('\n'))).toEqual([])
  expect(readable(syslog.received())).toEqual([])
  expect(readable(controlPlane.output())).toEqual([])
})

/** Returns the forms of the secret that a text shows, also between what is not shown and behind escapes. */
function readable(text: string): string[] {
  const inner = (form: string) => form.slice(4, -4)
  const forms = [
    SECRET,
    encodeURIComponent(SECRET),
    ...['', 'a', 'ab'].map((before) => inner(Buffer.from(`${before}${SECRET}`).toString('base64'))),
  ]
  const visible = text
    .replaceAll('\\\\', '\\')
    .replaceAll(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/\p{Cc}\[[\d;]*m|\p{Cc}\]0;title.?|[^\P{Cc}\n]|[\u200b\ufffd]/gu, '')
  return forms.filter((form) => text.includes(form) || visible.includes(form))
}

async function deployPrinter(api: Api, organizationId: string, projectId: string): Promise<void> {
  const { status, body } = await api.request<{ instance: Instance }>('POST', 'compute-instance/create', {
    organizationId,
    projectId,
    name: 'Printer',
    region: 'us-west',
    configuration: {
      services: [
        {
          name: 'printer',
          image: 'longshore/clock:1',
          command: ['node', '--input-type=module', '-e', program],
          cpuMilli: 500,
          memoryBytes: 128 * 1024 ** 2,
          storageBytes: 512 * 1024 ** 2,
          environment: [{ name: 'TOKEN', value: SECRET, isSecret: true }],
        },
      ],
    },
  })
  expect(status, JSON.stringify(body)).toBe(200)
}

/** Starts a receiver of syslog over TLS that keeps everything it receives. */
async function startSyslog() {
  const authority = await createTestAuthority('Syslog')
  const { chain, key } = await authority.issue(['localhost'])
  const parts: Buffer[] = []
  const open = new Set<TLSSocket>()
  const server = createServer({ cert: chain, key }, (socket) => {
    open.add(socket)
    socket.on('data', (data) => parts.push(data))
    socket.on('error', () => {})
    socket.on('close', () => open.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    authority: authority.root,
    received: () => Buffer.concat(parts).toString(),
    close: () => {
      for (const socket of open) socket.destroy()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
