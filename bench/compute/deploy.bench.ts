import { randomUUID } from 'node:crypto'
import { io } from 'socket.io-client'
import { createDockerEngine } from '../../server/engines/docker.ts'
import { EngineFailure } from '../../server/engines/engine.ts'
import type { OrganizationPacket } from '../../src/contract/live.ts'
import { startContainerEngine } from '../../tests/container-engine.ts'
import { client, makeProject, settled, startControlPlane } from '../support/control-plane.ts'
import { median, printFigure } from '../support/figures.ts'

/**
 * Time from Deploy to Active, minus the time of the same workloads through the same driver without a control plane: what
 * the engine needs to make networks and containers, and the programs to open their ports, counts for both.
 */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 15)
const IMAGE = 'longshore/hello:1'
const PORT = 8080
const POLL_MS = 20
const SETTLES_MS = 120_000
const MIB = 1024 ** 2
const limits = { cpuMilli: 100, memoryBytes: 128 * MIB, storageBytes: 512 * MIB }

const container = await startContainerEngine()
if ('skipped' in container) {
  console.log(`Skipped: ${container.skipped}`)
  process.exit(0)
}
const engine = await createDockerEngine({ installationId: `bench-${process.pid}`, dockerHost: container.host })
const controlPlane = await startControlPlane({
  LONGSHORE_ENGINE: 'docker',
  DOCKER_HOST: container.host,
  LONGSHORE_LOG: 'error',
  LONGSHORE_REQUESTS_PER_MINUTE: '999999999',
  LONGSHORE_RESERVE_CPU: '0',
})
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const namesOf = (services: number) => Array.from({ length: services }, (_, index) => `service-${index + 1}`)

/** Starts one workload of a group through the driver, and gives it its name once its port is open. */
async function startByEngine(group: string, name: string, names: readonly string[], reference: string): Promise<void> {
  const id = `${group}-${name}`
  const networks = names
    .filter((each) => each !== name && names.length > 1)
    .map((each) => ({ networkId: `${group}-${each}`, aliases: [] }))
  await engine.start({
    id,
    image: reference,
    environment: { PORT: String(PORT) },
    ports: [{ containerPort: PORT }],
    limits,
    labels: {},
    networks,
  })
  const probe = { kind: 'tcp', containerPort: PORT, timeoutMs: 1000 } as const
  while (!(await engine.probe(id, probe, AbortSignal.timeout(SETTLES_MS))).isReady) await pause(POLL_MS)
  if (names.length > 1) await engine.connect(id, `${group}-${name}`, [name])
}

/** Docker frees the connections of a removed container a little after it says that it is gone. */
async function removeOnceFree(network: string): Promise<void> {
  for (;;) {
    const isRemoved = await engine.removeNetwork(network).then(
      () => true,
      (error: unknown) => {
        if (error instanceof EngineFailure && error.code === 'networkInUse') return false
        throw error
      },
    )
    if (isRemoved) return
    await pause(POLL_MS)
  }
}

/** The baseline. */
async function byEngine(services: number): Promise<number> {
  const group = randomUUID().slice(0, 8)
  const names = namesOf(services)
  const startedAtMs = performance.now()
  const { reference } = await engine.pull(IMAGE, {})
  if (services > 1)
    await Promise.all(names.map((name) => engine.createNetwork(`${group}-${name}`, {}, { maxWorkloads: 29 })))
  await Promise.all(names.map((name) => startByEngine(group, name, names, reference)))
  const tookMs = performance.now() - startedAtMs
  await Promise.all(names.map((name) => engine.remove(`${group}-${name}`)))
  if (services > 1) for (const name of names) await removeOnceFree(`${group}-${name}`)
  return tookMs
}

try {
  const token = await controlPlane.signIn('bench')
  const made = await makeProject(controlPlane.url, token)
  const { request } = client(controlPlane.url, token)
  const socket = io(controlPlane.url, { auth: { token }, transports: ['websocket'] })
  const activeAtMs = new Map<string, number>()
  socket.on('packets', ({ packets }: { packets: OrganizationPacket[] }) => {
    for (const { event } of packets)
      if (event.kind === 'instanceChanged' && event.changes.state === 'Active')
        activeAtMs.set(event.id, performance.now())
  })
  await new Promise((resolve) =>
    socket.emit('watch', { topic: `organization/${made.organizationId}`, after: null }, resolve),
  )

  const byControlPlane = async (services: number): Promise<number> => {
    const startedAtMs = performance.now()
    const { instance } = await request<{ instance: { _id: string } }>('POST', 'compute-instance/create', {
      organizationId: made.organizationId,
      projectId: made.projectId,
      name: 'bench',
      region: 'us-west',
      configuration: {
        services: namesOf(services).map((name) => ({
          ...limits,
          name,
          image: IMAGE,
          ports: [{ containerPort: PORT }],
          environment: [{ name: 'PORT', value: String(PORT) }],
          stopGraceMs: 500,
        })),
      },
    })
    await settled(controlPlane.url, token, instance._id, 'Active', SETTLES_MS)
    while (!activeAtMs.has(instance._id)) await pause(1)
    const tookMs = (activeAtMs.get(instance._id) ?? Number.NaN) - startedAtMs
    await request('DELETE', `compute-instance/${instance._id}`)
    while (await request('GET', `compute-instance/${instance._id}`).catch(() => undefined)) await pause(POLL_MS)
    return tookMs
  }

  console.log('\nDeploy: a small web server with 0.1 CPU for each service')
  for (const [services, barMs] of [
    [1, 300],
    [5, 800],
  ] as const) {
    await byControlPlane(services)
    await byEngine(services)
    const rounds: { ours: number; engine: number }[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const [first, second] = round % 2 === 0 ? [byEngine, byControlPlane] : [byControlPlane, byEngine]
      const [a, b] = [await first(services), await second(services)]
      rounds.push(round % 2 === 0 ? { ours: b, engine: a } : { ours: a, engine: b })
    }
    const ours = median(rounds.map((round) => round.ours))
    const engines = median(rounds.map((round) => round.engine))
    const beyond = median(rounds.map((round) => round.ours - round.engine))
    const baseline = `pressed → Active ${ours.toFixed(0)} ms, the engine alone ${engines.toFixed(0)} ms, ratio ${(ours / engines).toFixed(2)}`
    const what = services === 1 ? 'one service' : `${services} services`
    printFigure(`Deploy pressed → Active, beyond the engine, ${what}`, beyond, 'ms', barMs, baseline)
  }
  socket.disconnect()
} finally {
  await controlPlane.stop()
  await engine.close()
  await container.stop()
}
