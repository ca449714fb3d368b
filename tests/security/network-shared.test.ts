import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDockerEngine } from '../../server/engines/docker.ts'
import type { Engine } from '../../server/engines/engine.ts'
import { dockerAt } from '../container-engine.ts'
import { busyboxImage, importBusybox } from '../engines/bootstrap/busybox-image.ts'
import { type NamespacedDockerd, startDockerdInNamespace } from '../engines/bootstrap/dockerd-in-namespace.ts'
import { machineAddress } from '../engines/bootstrap/internet-addresses.ts'
import { spec } from '../engines/harness.ts'
import { skipFor } from '../faults/support/skip-for.ts'
import { installMissingPackages } from '../required-programs.ts'
import { until } from '../server/until.ts'

const reason =
  process.getuid?.() === 0
    ? installMissingPackages()
    : 'only root can start an engine of its own: run the tests as root'
const protect = fileURLToPath(new URL('../../scripts/protect.ts', import.meta.url))
/** Represents a control plane that listens on every address. */
const CONTROL_PORT = 4600

let dockerd: NamespacedDockerd
let engine: Engine
let member: string
let outsider: string
/** Every address of the server: in its own network and in the shared one. */
let addresses: string[]
let gateways: string[]

beforeAll(async () => {
  if (reason !== undefined) return
  dockerd = await startDockerdInNamespace()
  dockerd.spawn(
    process.execPath,
    '-e',
    `require('node:net').createServer((socket) => socket.on('error', () => {}).end('control\\n')).listen(${CONTROL_PORT})`,
  )
  engine = await createDockerEngine({ installationId: 'shared', dockerHost: dockerd.host })
  await importBusybox(dockerAt(dockerd.host))
  for (const id of ['blue', 'green']) await engine.createNetwork(id, {})
  const start = (networkId: string, command: string[]) =>
    engine.start(spec(busyboxImage, { command, networks: [{ networkId, aliases: ['web'] }] }))
  const server = await start('blue', ['nc', '-ll', '-p', '8080', '-e', 'echo', 'hello'])
  member = (await start('blue', ['sleep', '1000000'])).id
  outsider = (await start('green', ['sleep', '1000000'])).id
  const { NetworkSettings } = await dockerAt(dockerd.host).getContainer(`longshore-shared-${server.id}`).inspect()
  const endpoints = Object.values(NetworkSettings.Networks)
  addresses = endpoints.map(({ IPAddress }) => IPAddress)
  gateways = endpoints.map(({ Gateway }) => Gateway)
  await until(async () => (await connect(member, addresses[1] ?? '', 8080)) === 'hello\n', 20_000)
}, 180_000)

afterAll(async () => {
  for (const { id } of (await engine?.list()) ?? []) await engine.remove(id)
  await engine?.close()
  await dockerd?.stop()
})

const connect = async (id: string, to: string, port: number) =>
  (await engine.exec(id, ['sh', '-c', `nc -w 2 ${to} ${port} < /dev/null 2> /dev/null`])).output

async function expectSeparated(): Promise<void> {
  const inShared = await Promise.all(addresses.map((address) => connect(member, address, 8080)))
  // Only the address in the shared network: each workload keeps an isolated network of its own.
  expect(inShared.toSorted()).toEqual(['', 'hello\n'])
  expect(await Promise.all(addresses.map((address) => connect(outsider, address, 8080)))).toEqual(['', ''])
}

test('workloads reach those of their shared network, and none of another', async (context) => {
  skipFor(context, reason)
  expect(addresses).toHaveLength(2)
  await expectSeparated()
})

test('with protection, a shared network works, and leads neither to the machine nor to the control plane', async (context) => {
  skipFor(context, reason)
  await dockerd.run(process.execPath, protect)
  await expectSeparated()
  const attempts = [machineAddress, ...gateways].flatMap((address) => [member, outsider].map((id) => [id, address]))
  const received = await Promise.all(attempts.map(([id = '', address = '']) => connect(id, address, CONTROL_PORT)))
  expect(received).toEqual(attempts.map(() => ''))
})
