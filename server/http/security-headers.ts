import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

const none = ["'none'"]
const self = ["'self'"]

/** The console's own scripts and styles and nothing else; pictures may come from the providers that people sign in with. */
export const secureHeaders = async (app: FastifyInstance, config: Config): Promise<void> => {
  const overTls = config.publicUrl.startsWith('https:')
  await app.register(helmet, {
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
}
