import { randomUUID } from 'node:crypto'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { pino } from 'pino'
import { type Config, configFrom } from '../../server/config.ts'
import { createApp } from '../../server/http/app.ts'
import type { CallContext, Handlers } from '../../server/http/handler.ts'
import { createMetrics, type Metrics } from '../../server/http/metrics.ts'
import { createPolicy, type Policy } from '../../server/http/policy.ts'
import type { AccessChecks } from '../../server/live/responses/watch-access.ts'
import { watchRights } from '../../server/live/rights-changes.ts'
import { createLookUpGuard } from '../../server/session/look-up-guard.ts'
import { createRateLimitKeys } from '../../server/session/rate-limit-keys.ts'
import { createTokens, type Tokens } from '../../server/session/tokens.ts'
import { openStore, type Store } from '../../server/store/connection.ts'
import { callNames, isStreamedName } from '../../src/contract/call-names.ts'
import type { CallName } from '../../src/contract/contract.ts'
import { kinds } from '../../src/contract/kinds/kinds.ts'
import type { UserId } from '../../src/contract/wire/common.ts'
import { testDatabase } from './database.ts'
import { type FixtureIds, sampleRows } from './kind-samples.ts'

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
  live?: (parts: { app: FastifyInstance; config: Config; store: Store; tokens: Tokens } & AccessChecks) => void
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
  const guard = createLookUpGuard(store.db, config.unknownTokensPerMinute)
  const tokens = createTokens(SECRET, store, { guard })
  const policy = createPolicy(store)
  const rights = watchRights(store)
  const access = { authorize: policy.authorize, recheck: tokens.recheck, rights }
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
    ...access,
    metrics,
    checks: {},
    ...(consoleFolder === undefined ? {} : { consoleFolder }),
    routes: (routed) => live?.({ app: routed, config, store, tokens, ...access }),
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
      rights.stop()
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
    isStreamedName(name)
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

/** One organisation with a resource of each kind, and a deployment of its instance. */
export interface OrganizationFixture extends FixtureIds {
  computeId: string
  deploymentId: string
}

export const createOrganizationFixture = async (
  store: Store,
  options: { open: boolean },
): Promise<OrganizationFixture> => {
  const [organizationId, computeId, deploymentId] = [randomUUID(), randomUUID(), randomUUID()]
  await store.pool.query(
    `insert into organization (id, name, username, site_id, compute_id, storage_id, publicly_accessible)
     values ($1, $2, $2, gen_random_uuid(), $3, gen_random_uuid(), $4)`,
    [organizationId, `estate-${organizationId.slice(0, 8)}`, computeId, options.open],
  )
  // The ids of kinds follow, parents first.
  const fixture = { organizationId, computeId, deploymentId } as OrganizationFixture
  for (const { name } of kinds) fixture[`${name}Id`] = await sampleRows[name](store, fixture)
  await store.pool.query(
    `insert into deployment (id, instance_id, number, image, configuration)
     values ($1, $2, 1, 'longshore/hello:1', '{"services": [], "privateRegistry": null}')`,
    [deploymentId, fixture.instanceId],
  )
  return fixture
}

export const join = (store: Store, organizationId: string, userId: string, role: string) =>
  store.pool.query('insert into member (organization_id, user_id, role) values ($1, $2, $3)', [
    organizationId,
    userId,
    role,
  ])
