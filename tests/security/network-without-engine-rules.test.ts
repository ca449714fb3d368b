import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDockerEngine } from '../../server/engines/docker.ts'
import type { Engine, Workload } from '../../server/engines/engine.ts'
import type { MeasuredIsolation } from '../../server/engines/interface/description.ts'
import { dockerAt } from '../container-engine.ts'
import { busyboxImage, importBusybox } from '../engines/bootstrap/busybox-image.ts'
import { type NamespacedDockerd, startDockerdInNamespace } from '../engines/bootstrap/dockerd-in-namespace.ts'
import { internet, machineAddress } from '../engines/bootstrap/internet-addresses.ts'
import { spec } from '../engines/harness.ts'
import { skipFor } from '../faults/support/skip-for.ts'
import { installMissingPackages } from '../required-programs.ts'
import { until } from '../server/until.ts'

const reason =
  process.getuid?.() === 0
    ? installMissingPackages()
    : 'only root can start an engine of its own: run the tests as root'
const protect = fileURLToPath(new URL('../../scripts/protect.ts', import.meta.url))
const measure = fileURLToPath(new URL('./support/measure-isolation.ts', import.meta.url))
const installationId = 'without-rules'
/** Represents a control plane that listens on every address. */
const CONTROL_PORT = 4600

let dockerd: NamespacedDockerd
let engine: Engine
let attacker: Workload
let address: string

/** The engine's own packet filter rules are disabled, so only those of `npm run protect` separate workloads. */
beforeAll(async () => {
  if (reason !== undefined) return
  dockerd = await startDockerdInNamespace({ packetFilter: false })
  dockerd.spawn(
    process.execPath,
    '-e',
    `require('node:net').createServer((socket) => socket.on('error', () => {}).end('control\\n')).listen(${CONTROL_PORT})`,
  )
  engine = await createDockerEngine({ installationId, dockerHost: dockerd.host })
  await importBusybox(dockerAt(dockerd.host))
  attacker = await engine.start(spec(busyboxImage, { command: ['sleep', '1000000'] }))
  const serve = ['nc', '-ll', '-p', '8080', '-e', 'echo', 'secret']
  const victim = await engine.start(spec(busyboxImage, { command: serve, ports: [{ containerPort: 8080 }] }))
  const { NetworkSettings } = await dockerAt(dockerd.host)
    .getContainer(`longshore-${installationId}-${victim.id}`)
    .inspect()
  address = Object.values(NetworkSettings.Networks)[0]?.IPAddress ?? ''
  await until(async () => (await dockerd.run('busybox', 'nc', '-w', '1', address, '8080')).includes('secret'))
}, 180_000)

afterAll(async () => {
  for (const { id } of (await engine?.list()) ?? []) await engine.remove(id)
  await engine?.close()
  await dockerd?.stop()
})

const fromAttacker = (to: string, port: number) =>
  engine.exec(attacker.id, ['sh', '-c', `nc -w 2 ${to} ${port} < /dev/null`])

async function probe(): Promise<MeasuredIsolation> {
  return JSON.parse(await dockerd.run(process.execPath, measure, dockerd.host, installationId, String(CONTROL_PORT)))
}

/** Connects from a neighbour of the machine to the container's own address. */
const fromOutside = () =>
  dockerd.runOutside('busybox', 'nc', '-w', '2', address, '8080').catch(({ stderr }: { stderr: string }) => stderr)

test('without any rules everything is reachable, and the probe reports it', async (context) => {
  skipFor(context, reason)
  expect((await fromAttacker(address, 8080)).output).toContain('secret')
  expect(await fromOutside()).toContain('secret')
  expect(await probe()).toMatchObject({
    betweenInstances: 'reachable',
    host: 'reachable',
    controlPlane: 'reachable',
    metadata: 'reachable',
  })
})

test('forged ARP packets are denied even to the superuser of a container', async (context) => {
  skipFor(context, reason)
  const gateway = address.replace(/\d+$/, (last) => String(Number(last) - 1))
  const forged = await engine.exec(attacker.id, ['arping', '-c', '1', '-U', '-s', gateway, gateway])
  expect(forged.exitCode).not.toBe(0)
  expect(forged.output).toMatch(/not permitted|denied/i)
  expect((await engine.exec(attacker.id, ['id', '-u'])).output.trim()).toBe('0')
})

test('with protection nothing is reachable, not even a control plane that listens on every address', async (context) => {
  skipFor(context, reason)
  await dockerd.run(process.execPath, protect, '--dns', internet.web)
  expect(await probe()).toMatchObject({
    betweenInstances: 'blocked',
    host: 'blocked',
    controlPlane: 'blocked',
    metadata: 'blocked',
  })
  const targets = [
    [address, 8080],
    [machineAddress, CONTROL_PORT],
    [internet.metadata, 80],
    [internet.office, 80],
  ] as const
  const outside = fromOutside()
  await Promise.all(
    targets.map(async ([to, port]) => {
      const { exitCode, output } = await fromAttacker(to, port)
      expect(exitCode, to).not.toBe(0)
      expect(output, to).toMatch(/timed out|No route to host/)
    }),
  )
  expect(await outside).toMatch(/timed out/)
  expect((await fromAttacker(internet.web, 80)).output).toContain('web')
  expect(await dockerd.run('busybox', 'nc', '-w', '1', address, '8080')).toContain('secret')
})
