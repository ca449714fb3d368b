import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import * as v from 'valibot'
import { createCompute } from '../../server/compute/compute.ts'
import type { ComputeCall } from '../../server/compute/compute-calls.ts'
import type { Compute, ComputeOptions } from '../../server/compute/compute-options.ts'
import { configFrom } from '../../server/config.ts'
import type { Engine } from '../../server/engines/engine.ts'
import { soleEngine } from '../../server/engines/engines.ts'
import { createProcessEngine } from '../../server/engines/process.ts'
import type { CallContext, Handler } from '../../server/http/handler.ts'
import type { Log } from '../../server/log.ts'
import { openStore, type Store } from '../../server/store/connection.ts'
import { organizationEvents, organizations, users } from '../../server/store/schema.ts'
import { permissions } from '../../src/contract/access.ts'
import { callNamed, type InputOf, type ResponseOf } from '../../src/contract/contract.ts'
import type { OrganizationEvent } from '../../src/contract/live.ts'
import type { InstanceId, OrganizationId, ProjectId, UserId } from '../../src/contract/wire/common.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import type { LogType } from '../../src/contract/wire/log.ts'
import { testDatabase } from './database.ts'
import { until } from './until.ts'

/** `engine` is the only one, unless there are several. */
type Given = Partial<ComputeOptions> & { engine?: Engine }

export interface ComputeHarness {
  store: Store
  engine: Engine
  log: Log
  compute: Compute
  organizationId: OrganizationId
  userId: UserId
  projectId: ProjectId
  /** Starts another control plane over the same database and engine. */
  another(options?: Given): Compute
  call<N extends ComputeCall>(name: N, input: InputOf<N>, as?: Partial<CallContext<N>>): Promise<ResponseOf<N>>
  /** As `call`, on a control plane of `another`. */
  callOn<N extends ComputeCall>(on: Compute, name: N, input: InputOf<N>): Promise<ResponseOf<N>>
  deploy(settings?: Partial<InputOf<'createInstance'>>): Promise<Instance>
  instance(id: InstanceId): Promise<Instance>
  /** Resolves with the instance once it is in this state; rejects after the time limit. */
  inState(id: InstanceId, state: Instance['state'], withinMs?: number): Promise<Instance>
  waitUntilDeleted(id: InstanceId): Promise<void>
  lines(instance: Instance, logType: LogType): Promise<string[]>
  events(): Promise<OrganizationEvent[]>
  close(): Promise<void>
}

export const quickLimits = { settleMs: 100, portMs: 10_000, graceMs: 3000, firstRestartMs: 50 }
/** No request is in flight where no gateway forwards any. */
const withoutGateway: ComputeOptions['routes'] = { withdraw: async () => {} }
const PUBLIC_URL = 'http://localhost:4600'

export async function computeHarness(
  given: Given & { folder?: string; environment?: NodeJS.ProcessEnv } = {},
): Promise<ComputeHarness> {
  const database = await testDatabase()
  const log = pino({ level: process.env.LONGSHORE_TEST_LOG ?? 'silent' })
  const store = openStore({ url: database.url, log })
  const folder = mkdtempSync(join(tmpdir(), 'longshore-compute-'))
  const engine = given.engine ?? createProcessEngine({ dataFolder: folder })
  const config = configFrom({ LONGSHORE_PUBLIC_URL: PUBLIC_URL, ...given.environment }, folder)
  const secret = 'a secret of these tests, long enough'
  const options = {
    config,
    secret,
    store,
    engines: soleEngine(engine),
    log,
    routes: withoutGateway,
    isAlone: true,
    limits: quickLimits,
    ...given,
  }
  const computes: Compute[] = []
  const another = ({ engine: sole, ...more }: Given = {}) => {
    const compute = createCompute({ ...options, ...(sole && { engines: soleEngine(sole) }), ...more })
    computes.push(compute)
    return compute
  }
  const compute = another()
  const { organizationId, userId } = await createOwner(store)
  await compute.start()

  async function callOn<N extends ComputeCall>(
    on: Compute,
    name: N,
    input: InputOf<N>,
    as: Partial<CallContext<N>> = {},
  ) {
    const shape = callNamed(name)
    const parsed = Object.fromEntries(
      [shape.params, shape.query, shape.body].flatMap((schema) => (schema ? knownParts(schema, input) : [])),
    )
    const handler = on.handlers[name] as unknown as Handler<N>
    const response = await handler({
      input: parsed as CallContext<N>['input'],
      caller: { kind: 'user', userId, by: { session: 'a session', expiresAtMs: Number.POSITIVE_INFINITY } },
      scope: { organizationId, role: 'owner', permissions },
      address: '127.0.0.1',
      userAgent: 'a test',
      cookies: { read: () => undefined, set: () => undefined },
      log,
      requestId: 'a request',
      signal: new AbortController().signal,
      ...as,
    })
    return v.parse(shape.response, response) as ResponseOf<N>
  }

  const call: ComputeHarness['call'] = (name, input, as) => callOn(compute, name, input, as)
  const project = await call('createProject', { organizationId, name: 'First project' })
  const instance = async (id: InstanceId) => (await call('readInstance', { id })).instance

  return {
    store,
    engine,
    log,
    compute,
    organizationId,
    userId,
    projectId: project._id,
    another,
    call,
    callOn,
    async deploy(settings = {}) {
      const createInput = {
        organizationId,
        projectId: project._id,
        name: 'Hello',
        region: 'us-west',
        image: 'longshore/hello:1',
        machineImageId: 'nano',
        ports: [{ containerPort: 8080 }],
        ...settings,
      }
      return (await call('createInstance', createInput)).instance
    },
    instance,
    inState: (id, state, withinMs = 25_000) =>
      until(async () => {
        const now = await instance(id)
        return now.state === state ? now : undefined
      }, withinMs),
    waitUntilDeleted: (id) =>
      until(
        async () => (await store.pool.query('select 1 from instance where id = $1', [id])).rowCount === 0,
        15_000,
      ).then(() => undefined),
    async lines({ activeDeployment }, logType) {
      if (!activeDeployment) return []
      const { logs } = await call('readDeploymentLogs', { id: activeDeployment, from: 0, to: 1000, logType })
      return logs.map(({ log }) => log)
    },
    async events() {
      const rows = await store.db
        .select()
        .from(organizationEvents)
        .where(eq(organizationEvents.organizationId, organizationId))
        .orderBy(organizationEvents.sequence)
      return rows.map(({ event }) => event)
    },
    async close() {
      await Promise.all(computes.map((one) => one.stop()))
      for (const { id } of await engine.list()) await engine.remove(id)
      if (!given.engine) await engine.close()
      await store.close()
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Returns the parsed entries of an input that belong to one part of a call. */
function knownParts(schema: v.GenericSchema, input: object): [string, unknown][] {
  const entries = 'entries' in schema ? Object.keys(schema.entries as object) : []
  const part = Object.fromEntries(Object.entries(input).filter(([key]) => entries.includes(key)))
  return Object.entries(v.parse(schema, part) as object)
}

async function createOwner({ db }: Store): Promise<{ organizationId: OrganizationId; userId: UserId }> {
  const [user] = await db.insert(users).values({ username: 'ada', name: 'Ada', email: 'ada@example.org' }).returning()
  const [organization] = await db
    .insert(organizations)
    .values({ name: 'Harbour', username: 'harbour', siteId: newId(), computeId: newId(), storageId: newId() })
    .returning()
  if (!user || !organization) throw new Error('The first user could not be created')
  return { organizationId: organization.id, userId: user.id }
}

const newId = () => randomUUID() as OrganizationId
