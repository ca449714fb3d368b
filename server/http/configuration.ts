import type { configCalls } from '../../src/contract/calls/config-calls.ts'
import type { Config } from '../config.ts'
import type { Engine } from '../engines/engine.ts'
import type { EngineDescription, MeasuredIsolation } from '../engines/interface/description.ts'
import { SANDBOX_STATUS_PATH } from '../sandbox/status-page.ts'
import type { Handlers } from './handler.ts'

const REFRESH_MS = 5000

/** Handlers for the public configuration of this installation; it contains no secrets. */
export const configurationHandlers = (known: {
  config: Pick<Config, 'mode' | 'product' | 'captcha'>
  engine: Pick<Engine, 'name' | 'describe'>
  version: string
}): Handlers<keyof typeof configCalls> => {
  const { config, engine, version } = known
  // Banners are read separately, for each user; the operator's details stand on the contact page.
  const { name, banners, operator: _operator, ...product } = config.product
  const latest = latestDescription(engine)
  return {
    readConfig: async ({ log }) => {
      const described = await latest()
      if (!described) log.info('no description of the engine is available')
      return {
        product: { name },
        ...product,
        statusPage: product.statusPage ?? (config.mode === 'sandbox' ? SANDBOX_STATUS_PATH : null),
        hasBanners: banners.length > 0,
        captcha: captchaWire(config.captcha),
        mode: config.mode,
        sandbox: config.mode === 'sandbox',
        engine: {
          name: engine.name,
          isolation: described?.isolation ?? '',
          measured: described?.measured ? measuredOf(described.measured) : null,
        },
        version,
      }
    },
  }
}

const captchaWire = (captcha: Config['captcha']) =>
  captcha && { kind: captcha.kind, siteKey: captcha.kind === 'puzzle' ? null : captcha.siteKey }

const measuredOf = ({ atMs, ...measured }: MeasuredIsolation) => ({
  ...measured,
  measuredAt: new Date(atMs).toISOString(),
})

/**
 * Requests the engine's description every few seconds at most; while the engine is down, the last description remains
 * valid.
 */
const latestDescription = (engine: Pick<Engine, 'describe'>): (() => Promise<EngineDescription | undefined>) => {
  let known: EngineDescription | undefined
  let requestedAtMs = Number.NEGATIVE_INFINITY
  let pending: Promise<void> | undefined
  return async () => {
    if (performance.now() - requestedAtMs > REFRESH_MS) {
      requestedAtMs = performance.now()
      pending = engine.describe().then(
        (description) => {
          known = description
        },
        () => {
          requestedAtMs = Number.NEGATIVE_INFINITY
        },
      )
    }
    // Waits for a new description only if there is no older one.
    if (!known) await pending
    return known
  }
}
