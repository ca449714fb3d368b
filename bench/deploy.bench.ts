import { io } from 'socket.io-client'
import type { OrganizationPacket } from '../src/contract/live.ts'
import { dockerAt, startContainerEngine } from '../tests/container-engine.ts'
import { client, deploy, makeProject, settled, startControlPlane } from './support/control-plane.ts'
import { median, printFigure } from './support/figures.ts'

/** Time from Deploy to Active, minus the engine's own time for the same image on the same machine. */
const ROUNDS = 15
const IMAGE = 'longshore/hello:1'

const untilResponds = async (port: number): Promise<void> => {
  const untilMs = performance.now() + 30_000
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${port}/`).catch(() => null)
    if (response?.ok) return
    if (performance.now() > untilMs) throw new Error(`The container responds with ${response?.status ?? 'nothing'}.`)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}

const engine = await startContainerEngine()
if ('skipped' in engine) {
  console.log(`Skipped: ${engine.skipped}`)
  process.exit(0)
}
const docker = dockerAt(engine.host)
const controlPlane = await startControlPlane({
  LONGSHORE_ENGINE: 'docker',
  DOCKER_HOST: engine.host,
  LONGSHORE_LOG: 'error',
})

/** The baseline: creates and starts a container, and waits until it responds. A first deployment builds the image. */
const byEngine = async (): Promise<number> => {
  const startedAt = performance.now()
  const container = await docker.createContainer({
    Image: IMAGE,
    ExposedPorts: { '8080/tcp': {} },
    Env: ['PORT=8080'],
    HostConfig: {
      PortBindings: { '8080/tcp': [{ HostIp: '127.0.0.1' }] },
      NanoCpus: 100_000_000,
      Memory: 134_217_728,
      Init: true,
    },
  })
  await container.start()
  const { NetworkSettings } = await container.inspect()
  await untilResponds(Number(NetworkSettings.Ports['8080/tcp']?.[0]?.HostPort))
  const took = performance.now() - startedAt
  await container.remove({ force: true })
  return took
}

try {
  const token = await controlPlane.signIn('bench')
  const made = await makeProject(controlPlane.url, token)
  const socket = io(controlPlane.url, { auth: { token }, transports: ['websocket'] })
  const activeAt = new Map<string, number>()
  socket.on('packets', ({ packets }: { packets: OrganizationPacket[] }) => {
    for (const { event } of packets) {
      if (event.kind === 'instanceChanged' && event.changes.state === 'Active')
        activeAt.set(event.id, performance.now())
    }
  })
  await new Promise((resolve) =>
    socket.emit('watch', { topic: `organization/${made.organizationId}`, after: null }, resolve),
  )

  const byControlPlane = async (): Promise<number> => {
    const startedAt = performance.now()
    const { _id } = await deploy(controlPlane.url, token, made, IMAGE)
    await settled(controlPlane.url, token, _id, 'Active')
    const took = (activeAt.get(_id) ?? performance.now()) - startedAt
    await client(controlPlane.url, token).request('DELETE', `compute-instance/${_id}`)
    return took
  }

  await byControlPlane()
  await byEngine()
  const ours: number[] = []
  const engines: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    engines.push(await byEngine())
    ours.push(await byControlPlane())
  }
  console.log('\nDeploy: the image of a small web server, 0.1 CPU')
  const baseline = `pressed → Active ${median(ours).toFixed(0)} ms, the engine alone ${median(engines).toFixed(0)} ms`
  printFigure('Deploy pressed → Active, beyond the engine', median(ours) - median(engines), 'ms', 300, baseline)
  socket.disconnect()
} finally {
  await controlPlane.stop()
  await engine.stop()
}
