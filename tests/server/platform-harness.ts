import { randomUUID } from 'node:crypto'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { pino } from 'pino'
import { type Config, configFrom } from '../../server/config.ts'
import { createApp } from '../../server/http/app.ts'
import type { CallContext, Handlers } from '../../server/http/handler.ts'
import { createMetrics, type Metrics } from '../../server/http/metrics.ts'
import { type Authorize, createPolicy, type Policy } from '../../server/http/policy.ts'
import { createLookUpGuard } from '../../server/session/look-up-guard.ts'
import { createRateLimitKeys } from '../../server/session/rate-limit-keys.ts'
import { createTokens, type Tokens } from '../../server/session/tokens.ts'
import { openStore, type Store } from '../../server/store/connection.ts'
import { callNames, isInPieces } from '../../src/contract/call-names.ts'
import type { CallName } from '../../src/contract/contract.ts'
import type { UserId } from '../../src/contract/wire/common.ts'
import { testDatabase } from './database.ts'

export interface PlatformHarness {
  app: FastifyInstance
  store: Store
  tokens: Tokens
  policy: Policy
  /** The calls whose handler was reached, in order. */
  reached: CallName[]
  /** Creates a new user, whatever the name: a retried test creates its users again. */
  user(name: string): Promise<{ userId: UserId; token: string }>
  inject(options: InjectOptions & { token?: string | undefined }): Promise<LightMyRequestResponse>
  close(): Promise<void>
}

/** Signs the tokens of these tests. */
export const SECRET = 'a secret of these tests, long enough'

interface Options {
  environment?: NodeJS.ProcessEnv
  handlers?: Partial<Handlers> | ((store: Store, metrics: Metrics) => Partial<Handlers>)
  consoleFolder?: string
  live?: (parts: { app: FastifyInstance; config: Config; store: Store; tokens: Tokens; authorize: Authorize }) => void
}

/** Starts the server with handlers that only record that they were reached, over its own database. */
export const platformHarness = async ({
  environment,
  handlers,
  live,
  consoleFolder,
}: Options = {}): Promise<PlatformHarness> => {
  const database = await testDatabase()
  const log = pino({ level: 'silent' })
  const store = openStore({ url: database.url, log })
  const config = configFrom(environment ?? {}, '/')
  const guard = createLookUpGuard(store.db, config.unknownTokensAMinute)
  const tokens = createTokens(SECRET, store, { guard })
  const policy = createPolicy(store)
  const reached: CallName[] = []
  const metrics = createMetrics()
  const app = await createApp({
    config,
    store,
    secret: SECRET,
    log,
    version: 'test',
    handlers: {
      ...recordingHandlers(reached),
      ...(typeof handlers === 'function' ? handlers(store, metrics) : handlers),
    },
    authenticate: tokens.authenticate,
    rateLimitKeys: createRateLimitKeys(store.db, { tokens, guard, isSecure: false }),
    authorize: policy.authorize,
    metrics,
    checks: {},
    ...(consoleFolder === undefined ? {} : { consoleFolder }),
    routes: (routed) => live?.({ app: routed, config, store, tokens, authorize: policy.authorize }),
  })
  return {
    app,
    store,
    tokens,
    policy,
    reached,
    user: async (name) => {
      const username = `${name}-${randomUUID()}`
      const { rows } = await store.pool.query<{ id: UserId }>(
        `insert into "user" (username, name, email) values ($1, $2, $3) returning id`,
        [username, name, `${username}@sandbox.test`],
      )
      const userId = rows[0]?.id as UserId
      const { token } = await tokens.open(userId, { address: '127.0.0.1', userAgent: 'a test' })
      return { userId, token }
    },
    inject: ({ token, headers, ...options }) =>
      app.inject({
        ...options,
        headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
      }),
    close: async () => {
      await app.close()
      policy.stop()
      tokens.stop()
      await store.close()
      await database.close()
    },
  }
}

const recordingHandlers = (reached: CallName[]): Handlers => {
  const entries = callNames.map((name) => [
    name,
    isInPieces(name)
      ? async function* () {
          reached.push(name)
          yield { reached: name }
        }
      : async (_context: CallContext<CallName>) => {
          reached.push(name)
          return { reached: name }
        },
  ])
  // The responses do not match the contract; these tests do not read them.
  return Object.fromEntries(entries) as unknown as Handlers
}

/** An organisation with a project, an instance and its deployment. */
export interface Estate {
  organizationId: string
  computeId: string
  projectId: string
  instanceId: string
  deploymentId: string
}

export const makeEstate = async (store: Store, options: { open: boolean }): Promise<Estate> => {
  const [organizationId, computeId, projectId, instanceId, deploymentId] = Array.from({ length: 5 }, () => randomUUID())
  const mark = randomUUID().slice(0, 8)
  const run = (text: string, values: unknown[]) => store.pool.query(text, values)
  await run(
    `insert into organization (id, name, username, site_id, compute_id, storage_id, publicly_accessible)
     values ($1, $2, $2, gen_random_uuid(), $3, gen_random_uuid(), $4)`,
    [organizationId, `estate-${mark}`, computeId, options.open],
  )
  await run('insert into project (id, organization_id, name) values ($1, $2, $3)', [
    projectId,
    organizationId,
    'harbour',
  ])
  await run(
    `insert into instance (id, organization_id, project_id, name, host, region, machine_image_id, image, cpu_milli, memory_bytes, storage_bytes, daily_price_micros)
     values ($1, $2, $3, 'boat', $4, 'us-west', 'nano', 'longshore/hello:1', 100, 134217728, 536870912, 1)`,
    [instanceId, organizationId, projectId, `boat-${mark}`],
  )
  await run(`insert into deployment (id, instance_id, image) values ($1, $2, 'longshore/hello:1')`, [
    deploymentId,
    instanceId,
  ])
  return { organizationId, computeId, projectId, instanceId, deploymentId } as Estate
}

export const join = (store: Store, organizationId: string, userId: string, role: string) =>
  store.pool.query('insert into member (organization_id, user_id, role) values ($1, $2, $3)', [
    organizationId,
    userId,
    role,
  ])
