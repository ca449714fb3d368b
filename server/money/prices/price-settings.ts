import * as v from 'valibot'
import { described } from '../../setting-kinds.ts'
import { type CardConfig, cardSettings, cardsFrom } from '../cards/card-settings.ts'
import { type BillingConfig, billingSettings } from '../metering/billing-settings.ts'
import type { TokenPriceSource } from './token-price-source.ts'
import { tokenPricesFrom } from './token-prices-from.ts'

/** Settings of prices, and of whether they are charged. */
export const priceSettings = {
  ...billingSettings,
  ...cardSettings,
  LONGSHORE_TOKEN_PRICES: described(
    v.optional(v.string()),
    'A JSON file of dollars by token symbol, such as {"SOL": 24.5}, or the http address of a service on this machine that returns one. Without it, only stablecoins have a price: their nominal value.',
  ),
}

export interface PriceConfig extends BillingConfig {
  /** Where prices of tokens come from; null for none. */
  tokenPrices: TokenPriceSource | null
  cards: CardConfig
}

type Settings = v.InferOutput<v.ObjectSchema<typeof priceSettings, undefined>>

export const pricesFrom = (settings: Settings, workingFolder: string): PriceConfig => ({
  billing: settings.LONGSHORE_BILLING,
  welcomeGrant: settings.LONGSHORE_BILLING === 'off' ? null : (settings.LONGSHORE_WELCOME_GRANT ?? null),
  graceHours: settings.LONGSHORE_GRACE_HOURS,
  cards: cardsFrom(settings, settings.LONGSHORE_BILLING),
  tokenPrices: tokenPricesFrom(settings.LONGSHORE_TOKEN_PRICES, workingFolder),
})
