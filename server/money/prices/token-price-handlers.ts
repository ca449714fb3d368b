import type { TokenPrice, tokenPriceCalls } from '../../../src/contract/calls/money/token-price-calls.ts'
import { type PriceToken, tokensWithId, tokenWithSymbol } from '../../../src/rules/pricing/price-tokens.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Handlers } from '../../http/handler.ts'
import type { Log } from '../../log.ts'
import type { TokenPriceSource } from './token-price-source.ts'

interface TokenPriceOptions {
  /** Null where none is configured. */
  source: TokenPriceSource | null
  log: Log
}

/** Prices of tokens: those of the configured source, and the nominal value of stablecoins. No other price is made up. */
export function tokenPriceHandlers({ source, log }: TokenPriceOptions): Handlers<keyof typeof tokenPriceCalls> {
  async function firstPrice(tokens: readonly PriceToken[], given: string): Promise<TokenPrice> {
    const quoted = await source?.read().catch((error: unknown) => {
      log.warn({ err: error }, 'failed to read the prices of tokens')
    })
    for (const { id, symbol, isStable } of tokens) {
      const price = quoted?.bySymbol.get(symbol.toLowerCase())
      if (quoted && price !== undefined)
        return { tokenId: String(id), symbol, price, source: quoted.source, at: quoted.at.toISOString() }
      if (isStable) return { tokenId: String(id), symbol, price: 1, source: 'nominal', at: null }
    }
    throw new ApiError('notFound', { message: `The price of ${tokens[0]?.symbol ?? `token ${given}`} is not known.` })
  }

  return {
    readLiveTokenPrice: ({ input }) => firstPrice(tokensWithId(input.tokenId), input.tokenId),

    readTokenPrice({ input }) {
      const token = tokenWithSymbol(input.symbol)
      return firstPrice(token ? [token] : [], input.symbol)
    },
  }
}
