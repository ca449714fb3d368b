import { configFrom } from '../../server/config.ts'
import type { Configuration } from '../../src/contract/wire/configuration.ts'

/** Returns the configuration of a fresh installation, with changes. */
export const configurationOf = (changes: Partial<Configuration> = {}): Configuration => {
  const { name, banners, operator: _operator, ...product } = configFrom({}, '/').product
  return {
    ...product,
    product: { name },
    hasBanners: banners.length > 0,
    captcha: null,
    billing: 'off',
    cards: null,
    mode: 'sandbox',
    sandbox: true,
    engine: { name: 'process', isolation: '', measured: null },
    engines: [{ kind: 'process', title: 'This machine', regions: ['us-west'], isolation: '', measured: null }],
    version: 'test',
    ...changes,
  }
}
