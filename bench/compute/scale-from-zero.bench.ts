import { randomUUID } from 'node:crypto'
import { createDockerEngine } from '../../server/engines/docker.ts'
import { soleEngine } from '../../server/engines/engines.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { startContainerEngine } from '../../tests/container-engine.ts'
import { withStoreOf } from '../../tests/e2e/fixtures/store-of.ts'
import { getThrough } from '../../tests/faults/support/get-through.ts'
import { putToSleep } from '../../tests/server/put-to-sleep.ts'
import { client, makeProject, settled, startControlPlane } from '../support/control-plane.ts'
import { median, printFigure } from '../support/figures.ts'

/**
 * Time from a request to a service that is scaled to zero until its first byte, minus the time of the same workload
 * through the same driver without a control plane until its port answers, in turns.
 */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 15)
const IMAGE = 'longshore/hello:1'
const PORT = 8080
const BAR_MS = 200
const POLL_MS = 5
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

/** The baseline. */
async function byEngine(): Promise<number> {
  const id = randomUUID()
  const startedAtMs = performance.now()
  const { reference } = await engine.pull(IMAGE, {})
  const workload = await engine.start({
    id,
    image: reference,
    environment: { PORT: String(PORT) },
    ports: [{ containerPort: PORT }],
    limits,
    labels: {},
    networks: [],
  })
  const hostPort = workload.ports.find(({ containerPort }) => containerPort === PORT)?.hostPort ?? 0
  while (!(await getThrough(hostPort, 'localhost').catch(() => undefined))) await pause(POLL_MS)
  const tookMs = performance.now() - startedAtMs
  await engine.remove(id)
  return tookMs
}

try {
  const token = await controlPlane.signIn('bench')
  const { organizationId, projectId } = await makeProject(controlPlane.url, token)
  const { request } = client(controlPlane.url, token)
  const environment = [{ name: 'PORT', value: String(PORT) }]
  const service = { ...limits, name: 'web', image: IMAGE, ports: [{ containerPort: PORT }], environment }
  const rules = { minReplicas: 0, maxReplicas: 1, idleSeconds: 86_400 }
  const created = await request<{ instance: Instance }>('POST', 'compute-instance/create', {
    organizationId,
    projectId,
    name: 'bench',
    region: 'us-west',
    configuration: { services: [{ ...service, stopGraceMs: 500, autoscalingRules: rules }] },
  })
  const { _id } = created.instance
  const { latestUrlPreview } = await settled(controlPlane.url, token, _id, 'Active', SETTLES_MS)
  const address = new URL(latestUrlPreview ?? '')

  const fallAsleep = () =>
    withStoreOf(controlPlane, async ({ db, pool }) => {
      await putToSleep(db, soleEngine(engine), created.instance)
      const left = () => pool.query('select 1 from replica where instance_id = $1 and removed_at is null', [_id])
      while ((await left()).rowCount !== 0) await pause(POLL_MS)
    })
  const fromZero = async (): Promise<number> => {
    await fallAsleep()
    const startedAtMs = performance.now()
    const { status } = await getThrough(Number(address.port), address.host)
    if (status !== 200) throw new Error(`The request was answered with ${status}`)
    return performance.now() - startedAtMs
  }

  await fromZero()
  await byEngine()
  const rounds: { ours: number; engine: number }[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const [first, second] = round % 2 === 0 ? [byEngine, fromZero] : [fromZero, byEngine]
    const [a, b] = [await first(), await second()]
    rounds.push(round % 2 === 0 ? { ours: b, engine: a } : { ours: a, engine: b })
  }
  const ours = median(rounds.map((round) => round.ours))
  const engines = median(rounds.map((round) => round.engine))
  const beyond = median(rounds.map((round) => round.ours - round.engine))
  const baseline = `request → first byte ${ours.toFixed(0)} ms, the engine alone ${engines.toFixed(0)} ms, ratio ${(ours / engines).toFixed(2)}`
  console.log('\nScale from zero: a small web server with 0.1 CPU')
  printFigure('First byte, beyond the engine’s start until the port answers', beyond, 'ms', BAR_MS, baseline)
  await request('DELETE', `compute-instance/${_id}`)
  while (await request('GET', `compute-instance/${_id}`).catch(() => undefined)) await pause(POLL_MS)
} finally {
  await controlPlane.stop()
  await engine.close()
  await container.stop()
}
