import autocannon from 'autocannon'
import { startContainerEngine } from '../../tests/container-engine.ts'
import { getThrough } from '../../tests/faults/support/get-through.ts'
import { client, makeProject, settled, startControlPlane } from '../support/control-plane.ts'
import { printFigure, quantile } from '../support/figures.ts'
import { openWebSocket, type RawWebSocket } from './web-socket.ts'

/** Rolling updates of three replicas while visitors send requests and keep WebSockets open. */
const REPLICAS = 3
const REQUESTS_PER_SECOND = 500
const CONNECTIONS = 50
const UPDATES = 3
const SOCKETS = 30
/** How long a replaced replica may still serve, as in `defaultTimeLimits`. */
const GRACE_MS = 30_000
/** A close frame is sent when the grace period ends, and received a little later. */
const CLOSE_MARGIN_MS = 1000
const AFTERWARDS_MS = 3000
const SETTLES_MS = 180_000
const MIB = 1024 ** 2

const container = await startContainerEngine()
const controlPlane = await startControlPlane({
  ...('skipped' in container
    ? { LONGSHORE_ENGINE: 'process' }
    : { LONGSHORE_ENGINE: 'docker', DOCKER_HOST: container.host }),
  LONGSHORE_LOG: 'error',
  LONGSHORE_REQUESTS_PER_MINUTE: '999999999',
})

const configuration = (number: number) => ({
  services: [
    {
      name: 'web',
      image: 'longshore/echo:1',
      replicas: REPLICAS,
      cpuMilli: 100,
      memoryBytes: 128 * MIB,
      storageBytes: 512 * MIB,
      ports: [{ containerPort: 8080 }],
      environment: [{ name: 'NUMBER', value: String(number) }],
    },
  ],
})

interface Visits {
  requests: number
  failed: number
  p99: number
}

/** Sends requests at a fixed rate until the work is done. */
async function visitDuring(port: number, host: string, work: () => Promise<unknown>): Promise<Visits> {
  const tookMs: number[] = []
  const run = autocannon({
    url: `http://127.0.0.1:${port}`,
    headers: { host },
    connections: CONNECTIONS,
    overallRate: REQUESTS_PER_SECOND,
    duration: SETTLES_MS / 1000,
    timeout: 30,
  })
  run.on('response', (_client, _status, _bytes, took) => tookMs.push(took))
  await work().finally(() => run.stop())
  const { requests, errors, non2xx } = await run
  return { requests: requests.total, failed: errors + non2xx, p99: quantile(tookMs, 0.99) }
}

/** A socket is cut when it ends without a close frame, or before the grace period of its replica has passed. */
const wasCut = ({ end }: RawWebSocket, pressedAtMs: number): boolean =>
  end !== undefined && (!end.isGoingAway || end.atMs - pressedAtMs < GRACE_MS)

try {
  const { port } = new URL(controlPlane.url)
  const token = await controlPlane.signIn('bench')
  const { request } = client(controlPlane.url, token)
  const { organizationId, projectId } = await makeProject(controlPlane.url, token)
  const {
    instance: { _id },
  } = await request<{ instance: { _id: string } }>('POST', 'compute-instance/create', {
    organizationId,
    projectId,
    name: 'rolling',
    region: 'us-west',
    configuration: configuration(0),
  })
  const { latestUrlPreview } = await settled(controlPlane.url, token, _id, 'Active', SETTLES_MS)
  const { host } = new URL(latestUrlPreview ?? '')
  while ((await getThrough(Number(port), host)).status !== 200) await new Promise((resolve) => setTimeout(resolve, 50))

  const serving = async () =>
    (await request<{ instance: { activeDeployment: string } }>('GET', `compute-instance/${_id}`)).instance
      .activeDeployment
  const update = async (number: number): Promise<void> => {
    const before = await serving()
    await request('PATCH', `compute-instance/${_id}/update`, { configuration: configuration(number) })
    while ((await serving()) === before) await new Promise((resolve) => setTimeout(resolve, 50))
    // Replaced replicas are stopped once they serve nothing any more.
    await new Promise((resolve) => setTimeout(resolve, AFTERWARDS_MS))
  }

  const quiet = await visitDuring(Number(port), host, () => new Promise((resolve) => setTimeout(resolve, 5000)))
  let requests = 0
  let failed = 0
  let cut = 0
  let p99 = 0
  for (let number = 1; number <= UPDATES; number += 1) {
    const sockets = await Promise.all(Array.from({ length: SOCKETS }, () => openWebSocket(Number(port), host)))
    const pressedAtMs = performance.now()
    const during = await visitDuring(Number(port), host, () => update(number))
    requests += during.requests
    failed += during.failed
    p99 = Math.max(p99, during.p99)
    const isLast = number === UPDATES
    // The last sockets stay until their grace period has passed.
    while (isLast && sockets.some(({ end }) => !end) && performance.now() - pressedAtMs < SETTLES_MS)
      await new Promise((resolve) => setTimeout(resolve, 100))
    cut += sockets.filter((socket) => wasCut(socket, pressedAtMs - CLOSE_MARGIN_MS)).length
    if (isLast) cut += sockets.filter(({ end }) => !end).length
    for (const socket of sockets) socket.close()
  }
  console.log(
    `\n${UPDATES} rolling updates of ${REPLICAS} replicas at ${REQUESTS_PER_SECOND} requests a second, ${SOCKETS} WebSockets each (${'skipped' in container ? 'processes' : 'containers'})`,
  )
  const sent = `${requests} requests, p99 ${p99.toFixed(0)} ms; without an update ${quiet.failed} of ${quiet.requests}, p99 ${quiet.p99.toFixed(0)} ms`
  printFigure('failed requests', failed, '', 0, sent)
  printFigure('WebSockets cut within the grace period', cut, '', 0, `of ${SOCKETS * UPDATES}`)
  await request('DELETE', `compute-instance/${_id}`)
  while (await request('GET', `compute-instance/${_id}`).catch(() => undefined))
    await new Promise((resolve) => setTimeout(resolve, 100))
} finally {
  await controlPlane.stop()
  if ('stop' in container) await container.stop()
}
