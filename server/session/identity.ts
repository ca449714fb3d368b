import { and, desc, eq, like } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { captchaCalls } from '../../src/contract/calls/captcha-calls.ts'
import type { deviceCalls } from '../../src/contract/calls/device-calls.ts'
import type { factorCalls } from '../../src/contract/calls/factor-calls.ts'
import type { secondFactorCalls } from '../../src/contract/calls/second-factor-calls.ts'
import type { sessionCalls } from '../../src/contract/calls/session-calls.ts'
import type { loginConnectionCalls } from '../../src/contract/calls/settings/login-connection-calls.ts'
import type { walletCalls } from '../../src/contract/calls/wallet-calls.ts'
import type { Provider } from '../../src/contract/wire/account.ts'
import { createCaptcha, requiredCaptcha } from '../captcha/captcha.ts'
import type { Config } from '../config.ts'
import { registerGitRoutes } from '../git/git-routes.ts'
import { ApiError } from '../http/api-error.ts'
import type { RateLimitKeys } from '../http/call-limits.ts'
import type { Authenticate, Handlers } from '../http/handler.ts'
import { overTls } from '../http/listener/data-headers.ts'
import type { Log } from '../log.ts'
import type { Mailer } from '../mail/mailer.ts'
import { registerSandboxIdentity } from '../sandbox/identity.ts'
import type { Store } from '../store/connection.ts'
import { loginConnections } from '../store/schema.ts'
import { createCompleteSignIn } from './complete-sign-in.ts'
import { deviceHandlers } from './device/device-handlers.ts'
import { createFactorHandlers } from './factors/factors.ts'
import { createLookUpGuard } from './look-up-guard.ts'
import { createRateLimitKeys } from './rate-limit-keys.ts'
import { sessionHandlers } from './session-handlers.ts'
import { createSignInFlow, SANDBOX_SUBJECT } from './sign-in-flow.ts'
import { createSignInProviders, sandboxProviders } from './sign-in-providers.ts'
import { registerSignInRoutes } from './sign-in-routes.ts'
import { createTokens, type Tokens } from './tokens.ts'
import { walletHandlers } from './wallets/wallet-handlers.ts'
import { registerWalletRoutes } from './wallets/wallet-routes.ts'

const MAX_KNOWN_USERS = 12

export interface Identity {
  authenticate: Authenticate
  recheck: Tokens['recheck']
  rateLimitKeys: RateLimitKeys
  handlers: Handlers<
    | keyof typeof sessionCalls
    | keyof typeof loginConnectionCalls
    | keyof typeof walletCalls
    | keyof typeof captchaCalls
    | keyof typeof deviceCalls
    | keyof typeof factorCalls
    | keyof typeof secondFactorCalls
  >
  registerRoutes(app: FastifyInstance): void
  stop(): void
}

/** Wires up sign-in, sessions, access tokens and second factors. */
export const createIdentity = (options: {
  config: Pick<
    Config,
    | 'mode'
    | 'host'
    | 'port'
    | 'publicUrl'
    | 'providers'
    | 'product'
    | 'signInsPerMinute'
    | 'unknownTokensPerMinute'
    | 'captcha'
    | 'billing'
  >
  secret: string
  store: Store
  mailer: Mailer
  log: Log
}): Identity => {
  const { config, secret, store, mailer, log } = options
  const guard = createLookUpGuard(store.db, config.unknownTokensPerMinute)
  const tokens = createTokens(secret, store, { guard, mailer })
  const captcha = createCaptcha(config.captcha, secret, store.db)
  const { puzzle } =
    config.billing === 'off' ? captcha : createCaptcha(requiredCaptcha(config.captcha), secret, store.db)

  const listKnownUsers = async (provider: Provider): Promise<string[]> => {
    const rows = await store.db
      .select({ name: loginConnections.name })
      .from(loginConnections)
      .where(and(eq(loginConnections.provider, provider), like(loginConnections.subject, `${SANDBOX_SUBJECT}%`)))
      .orderBy(desc(loginConnections.createdAt))
      .limit(MAX_KNOWN_USERS)
    return rows.map(({ name }) => name)
  }

  return {
    authenticate: tokens.authenticate,
    recheck: tokens.recheck,
    rateLimitKeys: createRateLimitKeys(store.db, { tokens, guard, isSecure: overTls(config) }),
    handlers: {
      ...sessionHandlers(store, tokens, config),
      ...walletHandlers(store, config, captcha),
      createCaptchaPuzzle: async () => {
        if (!puzzle) throw new ApiError('notFound')
        return puzzle()
      },
      ...deviceHandlers(store, tokens, config),
      ...createFactorHandlers({ config, secret, db: store.db, mailer, tokens }),
    },
    registerRoutes: (app) => {
      const providers = sandboxProviders(config)
      const sandbox =
        providers.length > 0
          ? registerSandboxIdentity(app, {
              providers,
              productName: config.product.name,
              listKnownUsers,
              log,
              publicAddress: config,
            })
          : null
      const completeSignIn = createCompleteSignIn({ config, store, tokens })
      const flow = createSignInFlow({
        config,
        secret,
        store,
        completeSignIn,
        findProvider: createSignInProviders(config, sandbox),
      })
      registerWalletRoutes(app, { config, store, completeSignIn })
      const routes = { flow, config, tokens, attemptsPerMinute: config.signInsPerMinute }
      registerSignInRoutes(app, routes)
      registerGitRoutes(app, routes)
    },
    stop: tokens.stop,
  }
}
