import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { INSTANCE_CHANNEL } from '../../server/compute/instances/publish-instance.ts'
import type { Engine, Workload } from '../../server/engines/engine.ts'
import { createProcessEngine } from '../../server/engines/process.ts'
import { openStore, type Store } from '../../server/store/connection.ts'
import { deployments, instances, organizations, projects, replicas } from '../../server/store/schema.ts'
import type { DeploymentId, InstanceId, OrganizationId, ProjectId } from '../../src/contract/wire/common.ts'
import { type ReverseProxy, startHaproxy, startNginx } from '../reverse-proxies.ts'
import { startProcess, temporaryFolder } from '../server/control-plane.ts'
import { testDatabase } from '../server/database.ts'
import { until } from '../server/until.ts'
import { Visitor } from './raw-visitor.ts'

/** How visitors reach the gateway. */
export interface Path {
  name: 'direct' | 'nginx' | 'haproxy'
  port: number
}

export interface GatewayUnderAttack {
  store: Store
  paths: Path[]
  /** Creates an instance whose port is published at `hostPort`; resolves with its host name. */
  createInstance(hostPort: number): Promise<string>
  stop(): Promise<void>
}

const production = {
  LONGSHORE_MODE: 'production',
  LONGSHORE_SECRET: 'k3Zr8mQw1xTn5vBy7cLd9fHj2gPs4aUe6',
  LONGSHORE_PUBLIC_URL: 'http://localhost:4600',
  LONGSHORE_TRUST_PROXY: '127.0.0.1',
  LONGSHORE_SHARED_SITE: 'accepted',
  GITHUB_CLIENT_ID: 'github-client',
  GITHUB_CLIENT_SECRET: 'github-client-key',
  LONGSHORE_LOG: 'error',
}

/** What the gateway says until it has the instance, and the port of its replica. */
const notYetRouted = /"error":"(?:unavailable|instanceNotFound|instanceHasNoPort)"/

/** Starts the real control plane in production mode, reached directly, through nginx and through HAProxy. */
export async function gatewayUnderAttack(names: Path['name'][]): Promise<GatewayUnderAttack> {
  const database = await testDatabase()
  const folder = await temporaryFolder()
  const controlPlane = startProcess(folder.path, { ...production, DATABASE_URL: database.url })
  const port = Number(new URL(await controlPlane.ready()).port)
  const proxies: ReverseProxy[] = []
  const open = async (name: Path['name']): Promise<Path> => {
    if (name === 'direct') return { name, port }
    const proxy = await (name === 'nginx' ? startNginx : startHaproxy)(port)
    proxies.push(proxy)
    return { name, port: proxy.port }
  }
  const paths = []
  for (const name of names) paths.push(await open(name))
  const store = openStore({ url: database.url, log: pino({ level: 'silent' }) })
  return {
    store,
    paths,
    async createInstance(hostPort) {
      const host = await insertInstance(store, hostPort)
      const headers = { connection: 'close', accept: 'application/json' }
      // The instance itself may answer with any status.
      await until(async () => !notYetRouted.test((await new Visitor(port, host).get('/', headers)).body))
      return host
    },
    async stop() {
      for (const proxy of proxies) await proxy.stop()
      controlPlane.process.kill('SIGTERM')
      await controlPlane.ended()
      await store.close()
      await database.close()
      await folder.remove()
    },
  }
}

/** Inserts an active instance that the reconciler ignores, because another owner holds its lease. */
export async function insertInstance({ db }: Store, hostPort: number): Promise<string> {
  const newId = () => randomUUID() as OrganizationId
  const [organization] = await db
    .insert(organizations)
    .values({
      name: 'Harbour',
      username: `harbour-${randomUUID().slice(0, 8)}`,
      siteId: newId(),
      computeId: newId(),
      storageId: newId(),
    })
    .returning()
  if (!organization) throw new Error('The organisation was not created')
  const [project] = await db
    .insert(projects)
    .values({ organizationId: organization.id, name: 'First' })
    .returning({ id: projects.id })
  const deploymentId = randomUUID() as DeploymentId
  const label = `attacked-${randomUUID().slice(0, 8)}`
  const [instance] = await db
    .insert(instances)
    .values({
      organizationId: organization.id,
      projectId: project?.id as ProjectId,
      name: 'Attacked',
      host: label,
      region: 'us-west',
      machineImageId: 'nano',
      image: 'longshore/echo:1',
      containerPorts: [8080],
      cpuMilli: 100,
      memoryBytes: 134_217_728,
      storageBytes: 1,
      dailyPriceMicros: 1,
      state: 'Active',
      status: 'Deployed',
      activeDeployment: deploymentId,
      desiredDeployment: deploymentId,
      publishedPorts: [{ containerPort: 8080, hostPort }],
      leaseOwner: 'the tests',
      leaseUntil: new Date('2999-01-01'),
    })
    .returning({ id: instances.id })
  const instanceId = instance?.id as InstanceId
  await db.insert(deployments).values({
    id: deploymentId,
    instanceId,
    number: 1,
    configuration: {
      services: [{ name: 'app', ports: [{ containerPort: 8080, protocol: 'http', exposure: 'public' }] }],
    } as never,
    image: 'longshore/echo:1',
    status: 'Deployed',
    activeSince: new Date(),
  })
  await db.insert(replicas).values({
    instanceId,
    deploymentId,
    service: 'app',
    index: 0,
    workloadId: randomUUID(),
    publishedPorts: [{ containerPort: 8080, hostPort }],
    state: 'Active',
    status: 'Deployed',
    region: 'us-west',
    cpuMilli: 100,
    memoryBytes: 134_217_728,
    storageBytes: 1,
    dailyPriceMicros: 1,
    readySince: new Date(),
    leaseOwner: 'the tests',
    leaseUntil: new Date('2999-01-01'),
  })
  await db.execute(sql`select pg_notify(${INSTANCE_CHANNEL}, ${instance?.id})`)
  return `${label}.localhost:4600`
}

export interface BuiltIn {
  name: string
  hostPort: number
  /** A page that returns status 200. */
  page: string
  log(): Promise<string>
}

export interface BuiltIns {
  all: BuiltIn[]
  stop(): Promise<void>
}

/** Starts built-in images that serve HTTP, as processes. */
export async function startBuiltIns(names: readonly string[]): Promise<BuiltIns> {
  const folder = mkdtempSync(join(tmpdir(), 'longshore-attacked-'))
  const engine = createProcessEngine({ dataFolder: folder })
  const all = []
  for (const name of names) all.push(await startWorkload(engine, `longshore/${name}:1`))
  return {
    all,
    async stop() {
      for (const { id } of await engine.list()) await engine.remove(id)
      await engine.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function startWorkload(engine: Engine, image: string, command?: string[], page = '/'): Promise<BuiltIn> {
  const id = `attacked-${randomUUID().slice(0, 8)}`
  if (!command) await engine.pull(image, {})
  const workload: Workload = await engine.start({
    id,
    image,
    command,
    environment: {},
    ports: [{ containerPort: 8080 }],
    limits: { cpuMilli: 2000, memoryBytes: 268_435_456 },
    labels: {},
  })
  const hostPort = workload.ports[0]?.hostPort ?? 0
  await until(
    () =>
      fetch(`http://127.0.0.1:${hostPort}/`).then(
        () => true,
        () => false,
      ),
    20_000,
  )
  return {
    name: `${engine.name} ${image}`,
    hostPort,
    page,
    log: async () => {
      let text = ''
      for await (const { bytes } of engine.logs(id, { follow: false })) text += Buffer.from(bytes).toString('latin1')
      return text
    },
  }
}
