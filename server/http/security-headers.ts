import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { cardsOrigin } from '../sandbox/cards/cards-host.ts'
import { overTls, TLS_SECONDS } from './listener/data-headers.ts'
import { permissionsPolicy } from './permissions-policy.ts'

const none = ["'none'"]
const self = ["'self'"]

/** As the providers document them. */
const originsOfCaptcha = (captcha: Config['captcha']): string[] => {
  if (captcha?.kind === 'hcaptcha') return ['https://hcaptcha.com', 'https://*.hcaptcha.com']
  return captcha?.kind === 'turnstile' ? ['https://challenges.cloudflare.com'] : []
}

/** As Stripe documents them; the processor of the sandbox has everything on one origin. */
const originsOfCards = ({ cards, publicUrl }: Config) => {
  if (cards.kind === 'none') return { scripts: [], frames: [], connections: [] }
  if (cards.kind === 'sandbox') {
    const origins = [cardsOrigin(publicUrl)]
    return { scripts: origins, frames: origins, connections: [] }
  }
  return {
    scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
    frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
    connections: ['https://api.stripe.com'],
  }
}

const originsOf = (addresses: (string | null)[]): string[] => [
  ...new Set(addresses.flatMap((address) => (address === null ? [] : new URL(address).origin))),
]

/**
 * Allows only the console's own scripts and styles; any https pictures, because users have pictures from their login
 * providers; and videos, the system status, a captcha and the form for cards from the configured origins.
 */
export const secureHeaders = async (app: FastifyInstance, config: Config): Promise<void> => {
  const framedOrigins = originsOf(config.product.videos.map(({ src }) => src))
  const captchaOrigins = originsOfCaptcha(config.captcha)
  const cards = originsOfCards(config)
  const frames = [...framedOrigins, ...captchaOrigins, ...cards.frames]
  const headers: Record<string, string> = await headersOf({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: none,
        scriptSrc: [...self, ...captchaOrigins, ...cards.scripts],
        workerSrc: ["'self'", 'blob:'],
        styleSrc: [...self, ...captchaOrigins],
        imgSrc: ["'self'", 'data:', 'https:'],
        fontSrc: self,
        connectSrc: [...self, ...originsOf([config.product.statusPage]), ...captchaOrigins, ...cards.connections],
        frameSrc: frames.length > 0 ? frames : none,
        manifestSrc: self,
        formAction: self,
        baseUri: none,
        frameAncestors: none,
        objectSrc: none,
      },
    },
    // The console must be able to see when a checkout popup closes.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: overTls(config) ? { maxAge: TLS_SECONDS, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
  })
  headers['permissions-policy'] = permissionsPolicy(framedOrigins)
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(headers)
    done()
  })
}

const PER_RESPONSE_HEADERS = new Set(['content-type', 'content-length', 'connection', 'date'])

/**
 * Returns helmet's headers. They are the same for every response, so they are computed once; computing them each time
 * takes a tenth of a request's time.
 */
const headersOf = async (options: FastifyHelmetOptions): Promise<Record<string, string>> => {
  const probe = Fastify()
  await probe.register(helmet, options)
  probe.get('/', async () => '')
  const { headers } = await probe.inject('/')
  await probe.close()
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (PER_RESPONSE_HEADERS.has(name) ? [] : [[name, String(value)]])),
  )
}
