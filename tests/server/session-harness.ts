import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { serveAvatars } from '../../server/accounts/avatar/avatar-routes.ts'
import { configFrom } from '../../server/config.ts'
import { ApiError } from '../../server/http/api-error.ts'
import { createApp } from '../../server/http/app.ts'
import type { Handlers } from '../../server/http/handler.ts'
import { createMetrics } from '../../server/http/metrics.ts'
import { createPolicy } from '../../server/http/policy.ts'
import { createJobQueues } from '../../server/jobs/job-queues.ts'
import { watchRights } from '../../server/live/rights-changes.ts'
import type { Log } from '../../server/log.ts'
import { createMailer, type Mailer } from '../../server/mail/mailer.ts'
import { createOrganizations } from '../../server/organizations/organizations.ts'
import { serveSandboxMails } from '../../server/sandbox/mail/mail-routes.ts'
import { createIdentity, type Identity } from '../../server/session/identity.ts'
import { userHandlers } from '../../server/start-up/user-handlers.ts'
import { openStore, type Store } from '../../server/store/connection.ts'
import { callNames } from '../../src/contract/call-names.ts'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import { testDatabase } from './database.ts'

export const SECRET = 'a secret of these tests, long enough'

export interface SessionHarness {
  app: FastifyInstance
  identity: Identity
  store: Store
  origin: string
  logged: string[]
  close(): Promise<void>
}

/** Parts of the server besides users and organisations. */
export type FurtherParts = (parts: { store: Store; mailer: Mailer; log: Log }) => {
  handlers: Partial<Handlers>
  registerRoutes(app: FastifyInstance): void
  removeCustomer(organizationId: OrganizationId): Promise<void>
}

const noParts: FurtherParts = () => ({ handlers: {}, registerRoutes: () => {}, removeCustomer: async () => {} })

/** Starts the server without its compute part, over its own database, listening on a loopback port. */
export const sessionHarness = async (
  environment: NodeJS.ProcessEnv = {},
  furtherParts: FurtherParts = noParts,
): Promise<SessionHarness> => {
  const database = await testDatabase()
  const logged: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })
  const store = openStore({ url: database.url, log })
  const config = configFrom({ LONGSHORE_CHECK_RESPONSES: 'on', ...environment }, '/')
  const policy = createPolicy(store)
  const rights = watchRights(store)
  const queues = createJobQueues(store, log)
  const mailer = createMailer({ config, secret: SECRET, store, queues, log })
  const identity = createIdentity({ config, secret: SECRET, store, mailer, log })
  const further = furtherParts({ store, mailer, log })
  const organizations = createOrganizations({
    secret: SECRET,
    store,
    queues,
    mailer,
    rules: config,
    removers: {},
    removeCustomer: further.removeCustomer,
    log,
  })
  mailer.start()
  const app = await createApp({
    config,
    store,
    secret: SECRET,
    log,
    version: 'test',
    handlers: {
      ...absent,
      ...userHandlers({ config, store, identity, organizations }),
      ...further.handlers,
    },
    authenticate: identity.authenticate,
    rateLimitKeys: identity.rateLimitKeys,
    authorize: policy.authorize,
    recheck: identity.recheck,
    rights,
    metrics: createMetrics(),
    checks: {},
    routes: (routed) => {
      identity.registerRoutes(routed)
      serveSandboxMails(routed, store.db, config.product.name)
      serveAvatars(routed, store.db)
      further.registerRoutes(routed)
    },
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address() as AddressInfo
  return {
    app,
    identity,
    store,
    origin: `http://localhost:${address.port}`,
    logged,
    close: async () => {
      await app.close()
      rights.stop()
      policy.stop()
      identity.stop()
      await mailer.stop()
      await queues.stop()
      await store.close()
      await database.close()
    },
  }
}

const unsupported = async () => {
  throw new ApiError('notFound')
}
const absent = Object.fromEntries(callNames.map((name) => [name, unsupported])) as unknown as Handlers
