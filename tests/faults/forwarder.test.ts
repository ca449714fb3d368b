import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFolder, makeProject } from '../../bench/support/control-plane.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { startContainerEngine, type TestContainerEngine } from '../container-engine.ts'
import { until } from '../server/until.ts'
import { type Api, apiOf } from './support/api.ts'
import { type ControlPlane, startControlPlane } from './support/control-plane.ts'
import { skipFor } from './support/skip-for.ts'
import { stopWithWorkloads } from './support/stop-with-workloads.ts'
import { greetingAt, type Place, visitTcp, visitUdp } from './support/stream-clients.ts'

const SETTLES_MS = 90_000
const size = { cpuMilli: 500, memoryBytes: 128 * 1024 ** 2, storageBytes: 512 * 1024 ** 2 }

/** Greets each TCP connection with its name, and responds to each line and datagram. */
const server = `
  const name = process.env.TIDE + ' ' + require('node:os').hostname()
  require('node:net').createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.write(name + '\\n')
    socket.on('data', (bytes) => socket.write(bytes))
  }).listen(7000)
  const udp = require('node:dgram').createSocket('udp4')
  udp.on('message', (bytes, from) => udp.send(name + ' ' + bytes, from.port, from.address))
  udp.bind(7000)
`
const port = { containerPort: 7000, exposure: 'public' }
const service = (tide: string, more: object = {}) => ({
  services: [
    {
      ...size,
      name: 'echo',
      image: 'longshore/clock:1',
      entrypoint: ['node', '-e', server],
      environment: [{ name: 'TIDE', value: tide }],
      ports: [
        { ...port, protocol: 'tcp' },
        { ...port, protocol: 'udp' },
      ],
      replicas: 2,
      stopGraceMs: 500,
      ...more,
    },
  ],
})

let engine: TestContainerEngine
let folder: { path: string; remove(): Promise<void> }
let controlPlane: ControlPlane | undefined
let api: Api
let made: Awaited<ReturnType<typeof makeProject>>
beforeAll(async () => {
  engine = await startContainerEngine()
  if ('skipped' in engine) return
  folder = await makeFolder()
  const regions = join(folder.path, 'regions.json')
  // A pool that no other test has.
  writeFileSync(regions, JSON.stringify([{ name: 'us-west', title: 'US West', addressPool: ['127.20.9.16/29'] }]))
  controlPlane = await startControlPlane({
    settings: { LONGSHORE_ENGINE: 'docker', DOCKER_HOST: engine.host, LONGSHORE_REGIONS: regions },
  })
  const token = await controlPlane.signIn('ada')
  made = await makeProject(controlPlane.url, token)
  api = apiOf(controlPlane.url, token)
})
afterAll(async () => {
  if (controlPlane) await stopWithWorkloads(controlPlane, engine)
  await folder?.remove()
  if (engine && 'stop' in engine) await engine.stop()
})

const reasonToSkip = () => ('skipped' in engine ? engine.skipped : undefined)

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await api.request<T>(method, path, body)
  if (response.status >= 400) throw new Error(`${method} ${path}: ${response.status} ${response.body.message}`)
  return response.body
}

const create = async (configuration: object): Promise<string> => {
  const { organizationId, projectId } = made
  const body = { organizationId, projectId, name: 'Echo', region: 'us-west', configuration }
  return (await call<{ instance: Instance }>('POST', 'compute-instance/create', body)).instance._id
}

const running = (id: string, deployment = 1): Promise<Instance> =>
  until(async () => {
    const instance = await api.instance(id)
    const serving = instance.deployments.find(({ _id }) => _id === instance.activeDeployment)
    const isReady = instance.services.every(({ replicas, readyReplicas }) => replicas === readyReplicas)
    return instance.state === 'Active' && serving?.number === deployment && isReady && instance
  }, SETTLES_MS)

function placeOf({ services }: Instance, protocol: 'tcp' | 'udp'): Place {
  const address = services[0]?.ports.find((each) => each.protocol === protocol)?.address
  if (!address) throw new Error(`There is no address for ${protocol}`)
  expect(address.error).toBeNull()
  return address
}

const remove = async (id: string) => {
  await call('DELETE', `compute-instance/${id}`)
  await until(async () => (await api.request('GET', `compute-instance/${id}`)).status === 404, SETTLES_MS)
}

test('connections and datagrams are balanced over replicas, and an update cuts none within its grace [P4.6]', async (context) => {
  skipFor(context, reasonToSkip())
  const id = await create(service('low'))
  const instance = await running(id)
  const [tcp, udp] = [placeOf(instance, 'tcp'), placeOf(instance, 'udp')]
  await until(async () => (await greetingAt(tcp)) !== undefined, SETTLES_MS)

  const visitors = await Promise.all(Array.from({ length: 4 }, () => visitTcp(tcp)))
  const greetings = visitors.map(({ greeting }) => greeting)
  expect(new Set(greetings).size).toBe(2)
  const [first, second] = [visitUdp(udp), visitUdp(udp)]
  const responses = [await first.exchange('a'), await second.exchange('a')]
  expect(new Set(responses).size).toBe(2)
  expect(await first.exchange('b')).toBe(responses[0]?.replace(/a$/, 'b'))

  await call('PATCH', `compute-instance/${id}/update`, { configuration: service('high') })
  let count = 0
  const updated = await until(async () => {
    count += 1
    for (const visitor of visitors) expect(await visitor.exchange(`line ${count}`)).toBe(`line ${count}`)
    return (await greetingAt(tcp))?.startsWith('high')
  }, SETTLES_MS)
  expect(updated).toBe(true)
  // The old replicas still serve their connections, and end with the last of them.
  for (const visitor of visitors) expect(await visitor.exchange('still here')).toBe('still here')
  for (const visitor of visitors) visitor.close()
  const after = await running(id, 2)
  expect([placeOf(after, 'tcp'), placeOf(after, 'udp')]).toEqual([tcp, udp])
  expect(await visitUdp(udp).exchange('new')).toMatch(/^high/)
  for (const udpVisitor of [first, second]) udpVisitor.close()
  await remove(id)
  expect(await greetingAt(tcp)).toBeUndefined()
})

test('while the control plane is away, traffic of a static address goes on, which then moves to another instance [P4.6]', async (context) => {
  skipFor(context, reasonToSkip())
  const lease = { ipLease: 'static', staticAddress: 'door', replicas: 1 }
  const first = await create(service('low', lease))
  const instance = await running(first)
  const [tcp, udp] = [placeOf(instance, 'tcp'), placeOf(instance, 'udp')]
  expect(tcp).toMatchObject({ host: expect.stringMatching(/^127\.20\.9\./), port: 7000 })
  await until(async () => (await greetingAt(tcp)) !== undefined, SETTLES_MS)
  const [visitor, udpVisitor] = [await visitTcp(tcp), visitUdp(udp)]
  expect(await udpVisitor.exchange('before')).toMatch(/^low/)

  await controlPlane?.kill()
  expect(await visitor.exchange('still here')).toBe('still here')
  expect(await greetingAt(tcp)).toMatch(/^low/)
  expect(await udpVisitor.exchange('away')).toMatch(/^low/)
  await controlPlane?.start()
  expect(await visitor.exchange('adopted')).toBe('adopted')
  visitor.close()
  udpVisitor.close()

  await remove(first)
  const { addresses } = await call<{ addresses: { ip: string; name: string; attachment: null }[] }>(
    'GET',
    `compute-project/${made.projectId}/addresses`,
  )
  expect(addresses).toMatchObject([{ ip: tcp.host, name: 'door', attachment: null }])
  const second = await create(service('high', lease))
  expect(placeOf(await running(second), 'tcp')).toEqual(tcp)
  await until(async () => (await greetingAt(tcp))?.startsWith('high'), SETTLES_MS)
  await remove(second)
})
