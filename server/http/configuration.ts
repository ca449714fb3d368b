import type { configCalls } from '../../src/contract/calls/config-calls.ts'
import type { Region } from '../compute/catalogue/regions/regions.ts'
import type { Config } from '../config.ts'
import type { Engines } from '../engines/engines.ts'
import { type DescribedEngine, describeEngines } from '../engines/facts/describe-engines.ts'
import type { SandboxCards } from '../sandbox/cards/start-sandbox-cards.ts'
import { SANDBOX_STATUS_PATH } from '../sandbox/status-page.ts'
import type { Handlers } from './handler.ts'

/** Handlers for the public configuration of this installation; it contains no secrets. */
export const configurationHandlers = (known: {
  config: Pick<Config, 'mode' | 'product' | 'captcha' | 'billing' | 'cards'>
  sandboxCards?: Pick<SandboxCards, 'publishableKey' | 'address'> | null
  engines: Pick<Engines<DescribedEngine>, 'all'>
  regions: readonly Pick<Region, 'name' | 'engineName'>[]
  version: string
}): Handlers<keyof typeof configCalls> => {
  const { config, sandboxCards = null, engines, regions, version } = known
  // Banners are read separately, for each user; the operator's details stand on the contact page.
  const { name, banners, operator: _operator, ...product } = config.product
  const described = describeEngines(engines, regions)
  return {
    readConfig: async ({ log }) => {
      const [engine, ...others] = await described()
      if (!engine) throw new Error('There is no engine')
      if (engine.isolation === '') log.info('no description of the engine is available')
      return {
        product: { name },
        ...product,
        statusPage: product.statusPage ?? (config.mode === 'sandbox' ? SANDBOX_STATUS_PATH : null),
        hasBanners: banners.length > 0,
        captcha: captchaWire(config.captcha),
        billing: config.billing,
        cards: cardsWire(config.cards, sandboxCards),
        mode: config.mode,
        sandbox: config.mode === 'sandbox',
        engine: { name: engine.kind, isolation: engine.isolation, measured: engine.measured },
        engines: [engine, ...others],
        version,
      }
    },
  }
}

const cardsWire = (cards: Config['cards'], sandbox: Pick<SandboxCards, 'publishableKey' | 'address'> | null) => {
  if (cards.kind === 'stripe') return { publishableKey: cards.publishableKey, script: null }
  return sandbox && { publishableKey: sandbox.publishableKey, script: new URL('/v3/stripe.js', sandbox.address).href }
}

const captchaWire = (captcha: Config['captcha']) =>
  captcha && { kind: captcha.kind, siteKey: captcha.kind === 'puzzle' ? null : captcha.siteKey }
