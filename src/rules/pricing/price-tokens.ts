export interface PriceToken {
  /** The id that clients look its price up by. Wrapped tokens share the id of what they wrap. */
  id: number
  symbol: string
  /** Worth a dollar by its design. */
  isStable?: true
}

/** The tokens that wallets can pay with. */
export const priceTokens: readonly PriceToken[] = [
  { id: 825, symbol: 'USDT', isStable: true },
  { id: 3890, symbol: 'MATIC' },
  { id: 3890, symbol: 'WMATIC' },
  { id: 2396, symbol: 'WETH' },
  { id: 4943, symbol: 'DAI', isStable: true },
  { id: 3408, symbol: 'USDC', isStable: true },
  { id: 3408, symbol: 'USDbC', isStable: true },
  { id: 7431, symbol: 'AKT' },
  { id: 5426, symbol: 'SOL' },
  { id: 5805, symbol: 'WAVAX' },
  { id: 1839, symbol: 'WBNB' },
  { id: 2280, symbol: 'FIL' },
  { id: 2280, symbol: 'tFIL' },
  { id: 27_614, symbol: 'WMNT' },
  { id: 9021, symbol: 'WXDAI', isStable: true },
]

/** Returns the tokens with this id; several where one wraps another. */
export const tokensWithId = (id: string): PriceToken[] => priceTokens.filter((token) => String(token.id) === id)

export const tokenWithSymbol = (symbol: string): PriceToken | undefined =>
  priceTokens.find((token) => token.symbol.toLowerCase() === symbol.toLowerCase())
