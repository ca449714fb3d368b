import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

const none = ["'none'"]
const self = ["'self'"]

/** The console's own scripts and styles and nothing else; pictures may come from the providers that people sign in with. */
export const secureHeaders = async (app: FastifyInstance, config: Config): Promise<void> => {
  const overTls = config.publicUrl.startsWith('https:')
  const headers = await headersOf({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: none,
        scriptSrc: self,
        workerSrc: ["'self'", 'blob:'],
        styleSrc: self,
        imgSrc: ["'self'", 'data:', 'https:'],
        fontSrc: self,
        connectSrc: self,
        manifestSrc: self,
        formAction: self,
        baseUri: none,
        frameAncestors: none,
        objectSrc: none,
      },
    },
    // A checkout in a window of its own must be seen to close.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: overTls ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'no-referrer' },
  })
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(headers)
    done()
  })
}

const ANSWERS_OWN = new Set(['content-type', 'content-length', 'connection', 'date'])

/** They are the same for every answer, so helmet makes them once: made anew they are a tenth of a request's time. */
const headersOf = async (options: FastifyHelmetOptions): Promise<Record<string, string>> => {
  const probe = Fastify()
  await probe.register(helmet, options)
  probe.get('/', async () => '')
  const { headers } = await probe.inject('/')
  await probe.close()
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (ANSWERS_OWN.has(name) ? [] : [[name, String(value)]])),
  )
}
