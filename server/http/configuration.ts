import { setTimeout as delay } from 'node:timers/promises'
import type { configCalls } from '../../src/contract/calls/config-calls.ts'
import type { EngineOfRegions as EngineWire } from '../../src/contract/wire/configuration.ts'
import type { Region } from '../compute/catalogue/regions/regions.ts'
import type { Config } from '../config.ts'
import type { Engine } from '../engines/engine.ts'
import type { Engines, NamedEngine } from '../engines/engines.ts'
import type { EngineDescription, MeasuredIsolation } from '../engines/interface/description.ts'
import { SANDBOX_STATUS_PATH } from '../sandbox/status-page.ts'
import type { Handlers } from './handler.ts'

const REFRESH_MS = 5000
const DESCRIBE_WAIT_MS = 2000

type Described = Pick<Engine, 'name' | 'describe'>

/** Handlers for the public configuration of this installation; it contains no secrets. */
export const configurationHandlers = (known: {
  config: Pick<Config, 'mode' | 'product' | 'captcha'>
  engines: Pick<Engines<Described>, 'all'>
  regions: readonly Pick<Region, 'name' | 'engineName'>[]
  version: string
}): Handlers<keyof typeof configCalls> => {
  const { config, engines, regions, version } = known
  // Banners are read separately, for each user; the operator's details stand on the contact page.
  const { name, banners, operator: _operator, ...product } = config.product
  const described = engines.all().map((named) => ({ named, latest: latestDescription(named.engine) }))
  const read = ({ named, latest }: (typeof described)[number]) => engineWire(named, latest, regions)
  return {
    readConfig: async ({ log }) => {
      const [engine, ...others] = await Promise.all(described.map(read))
      if (!engine) throw new Error('There is no engine')
      if (engine.isolation === '') log.info('no description of the engine is available')
      return {
        product: { name },
        ...product,
        statusPage: product.statusPage ?? (config.mode === 'sandbox' ? SANDBOX_STATUS_PATH : null),
        hasBanners: banners.length > 0,
        captcha: captchaWire(config.captcha),
        mode: config.mode,
        sandbox: config.mode === 'sandbox',
        engine: { name: engine.kind, isolation: engine.isolation, measured: engine.measured },
        engines: [engine, ...others],
        version,
      }
    },
  }
}

/** Waits for an engine that does not answer only for a moment. */
async function engineWire(
  { name, title, engine }: NamedEngine<Described>,
  latest: () => Promise<EngineDescription | undefined>,
  regions: readonly Pick<Region, 'name' | 'engineName'>[],
): Promise<EngineWire> {
  const late = delay(DESCRIBE_WAIT_MS, undefined, { ref: false })
  const described = await Promise.race([latest(), late])
  return {
    kind: engine.name,
    title,
    regions: regions.filter(({ engineName }) => engineName === name).map((region) => region.name),
    isolation: described?.isolation ?? '',
    measured: described?.measured ? measuredOf(described.measured) : null,
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
const latestDescription = (engine: Described): (() => Promise<EngineDescription | undefined>) => {
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
