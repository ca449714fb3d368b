import type { configCalls } from '../../src/contract/calls/config-calls.ts'
import type { Config } from '../config.ts'
import type { Engine } from '../engines/engine.ts'
import { SANDBOX_STATUS_PATH } from '../sandbox/status-page.ts'
import type { Handlers } from './handler.ts'

/** What the console is told of this installation; nothing of it is secret. */
export const configurationHandlers = (known: {
  config: Pick<Config, 'mode' | 'product'>
  engine: Pick<Engine, 'name' | 'describe'>
  version: string
}): Handlers<keyof typeof configCalls> => {
  const { config, engine, version } = known
  // Banners are read person by person.
  const { name, banners, ...product } = config.product
  let isolation = ''
  return {
    readConfig: async ({ log }) => {
      // An engine that is down for now has not changed what it is.
      const described = isolation === '' ? await engine.describe().catch(() => undefined) : undefined
      if (described) isolation = described.isolation
      else if (isolation === '') log.info('the engine does not describe itself')
      return {
        product: { name },
        ...product,
        statusPage: product.statusPage ?? (config.mode === 'sandbox' ? SANDBOX_STATUS_PATH : null),
        hasBanners: banners.length > 0,
        mode: config.mode,
        sandbox: config.mode === 'sandbox',
        engine: { name: engine.name, isolation },
        version,
      }
    },
  }
}
