import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { type Config, configFrom } from '../../server/config.ts'
import { Refused } from '../../server/http/refused.ts'
import { createIdentity, type Identity } from '../../server/session/identity.ts'
import { openStore, type Store } from '../../server/store/connection.ts'
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

/** The identity over its own database, in an app that listens on a loopback port and has nothing else. */
export const sessionHarness = async (environment: NodeJS.ProcessEnv = {}): Promise<SessionHarness> => {
  const database = await testDatabase()
  const logged: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })
  const store = openStore({ url: database.url, log })
  const config: Config = configFrom(environment, '/')
  const identity = createIdentity({ config, secret: SECRET, store, log })
  const loggerInstance: FastifyBaseLogger = log
  const app = Fastify({ loggerInstance })
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof Refused)) throw error
    return reply.code(error.status).send({ error: error.code, message: error.message, fields: error.fields })
  })
  identity.registerRoutes(app)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return {
    app,
    identity,
    store,
    origin: `http://localhost:${port}`,
    logged,
    close: async () => {
      await app.close()
      identity.stop()
      await store.close()
      await database.close()
    },
  }
}
