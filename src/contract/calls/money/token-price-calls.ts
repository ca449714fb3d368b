import * as v from 'valibot'
import { call } from '../../call.ts'
import { instant } from '../../wire/common.ts'

const tokenPrice = v.object({
  tokenId: v.string(),
  symbol: v.string(),
  /** Dollars for one token. */
  price: v.number(),
  /** `nominal` is the value that a stablecoin is designed to have; nobody quoted it. */
  source: v.picklist(['nominal', 'file', 'service']),
  /** When the source gave the price; null for a nominal value. */
  at: v.nullable(instant),
})

export const tokenPriceCalls = {
  readLiveTokenPrice: call({
    method: 'GET',
    path: 'price/liveTokenPrice/{tokenId}',
    access: 'public',
    params: v.strictObject({ tokenId: v.pipe(v.string(), v.regex(/^\d{1,9}$/, 'Must be the number of a token.')) }),
    response: tokenPrice,
    summary: 'Get the price of a token in dollars, with its source and age. 404 for a token without a known price.',
  }),
  readTokenPrice: call({
    method: 'GET',
    path: 'price/tokenPrice',
    access: 'public',
    query: v.strictObject({ symbol: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z]{2,12}$/)), 'USDT') }),
    response: tokenPrice,
    summary: 'Get the price of a token by its symbol, USDT by default.',
  }),
}

export type TokenPrice = v.InferOutput<typeof tokenPrice>
