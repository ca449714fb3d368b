import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { callNames } from '../../src/contract/call-names.ts'
import type { Config } from '../config.ts'
import { serveDocumentation } from '../documentation/documentation-routes.ts'
import type { AccessChecks } from '../live/responses/watch-access.ts'
import type { Log } from '../log.ts'
import { derivedKey } from '../session/derived-key.ts'
import type { Store } from '../store/connection.ts'
import { ApiError } from './api-error.ts'
import { callLimit, type RateLimitKeys } from './call-limits.ts'
import { authenticateRequests, rateLimitKey } from './caller-of-request.ts'
import { builtConsole, serveConsole } from './console-files.ts'
import { serveDocs } from './docs/docs-routes.ts'
import { handleErrors, sendError } from './error-handler.ts'
import type { Authenticate, Handlers } from './handler.ts'
import { type HealthChecks, serveHealth } from './health.ts'
import { dataHeaders } from './listener/data-headers.ts'
import type { HttpServer } from './listener/http-server.ts'
import { logRequests } from './log-requests.ts'
import { type Metrics, serveMetrics } from './metrics.ts'
import { mayUseCookies } from './own-origin.ts'
import { createPrivateNetworkCheck } from './private-address.ts'
import { readFiles } from './read-file.ts'
import { readJson } from './read-json.ts'
import { secureHeaders } from './security-headers.ts'
import { serveCall } from './serve-call.ts'
import { warnOfProxies } from './warn-of-proxies.ts'

export interface AppOptions extends AccessChecks {
  config: Config
  store: Store
  secret: string
  log: Log
  version: string
  /** One for each call of the contract; the server does not start if one is missing. */
  handlers: Partial<Handlers>
  authenticate: Authenticate
  /** Rate-limit keys for calls that send a secret instead of a token. */
  rateLimitKeys: RateLimitKeys
  metrics: Metrics
  checks: HealthChecks
  /** Routes that are not API calls: browser redirects, event streams. */
  routes?: (app: FastifyInstance) => void | Promise<void>
  consoleFolder?: string
  /** A server that is already listening; tests that use `inject` need none. */
  httpServer?: HttpServer
}

const BODY_LIMIT = 1_048_576
/** The longest parameters are sealed tickets, which may hold a name of 60 characters. */
export const routerOptions = { ignoreTrailingSlash: true, maxParamLength: 1000 }

export const createApp = async (options: AppOptions): Promise<FastifyInstance> => {
  const { config, store } = options
  let handle: RequestListener = () => undefined
  const app = Fastify<Server, IncomingMessage, ServerResponse, FastifyBaseLogger>({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: ({ headers }) => acceptedRequestId(headers['x-request-id']) ?? randomUUID(),
    requestIdHeader: false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: 60_000,
    keepAliveTimeout: 65_000,
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    forceCloseConnections: true,
    routerOptions,
    frameworkErrors: sendError,
    serverFactory: (listener) => {
      handle = listener
      return options.httpServer?.server ?? createServer(listener)
    },
  })

  const forData = dataHeaders(config)
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id)
    if (request.url.startsWith('/api/')) void reply.headers(forData)
    done()
  })
  logRequests(app)
  warnOfProxies(app, config)
  handleErrors(app)
  readJson(app)
  readFiles(app)
  await secureHeaders(app, config)
  authenticateRequests(app, options.authenticate)
  await app.register(rateLimit, {
    max: config.requestsPerMinute,
    timeWindow: '1 minute',
    keyGenerator: rateLimitKey,
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    errorResponseBuilder: () => new ApiError('tooMany'),
  })

  const fingerprintKey = derivedKey(options.secret, 'request-fingerprints')
  const isNeighbour = createPrivateNetworkCheck(config)
  serveMetrics(app, options.metrics, store, isNeighbour)
  serveHealth(app, options.checks, isNeighbour)
  serveDocs(app, config, options.version)
  serveDocumentation(app, config)
  for (const name of callNames)
    serveCall(app, name, options.handlers[name], {
      store,
      authorize: options.authorize,
      recheck: options.recheck,
      rights: options.rights,
      fingerprintKey,
      checkResponses: config.checkResponses,
      mayUseCookies: ({ headers }, hasToken) => mayUseCookies(config, headers, hasToken),
      limit: callLimit(name, config, options.rateLimitKeys),
    })
  await options.routes?.(app)
  await serveConsole(app, options.consoleFolder ?? builtConsole)
  await app.ready()
  options.httpServer?.serve(handle)
  return app
}

const acceptedRequestId = (given: string | string[] | undefined): string | undefined =>
  typeof given === 'string' && /^[\w.:-]{1,100}$/.test(given) ? given : undefined
