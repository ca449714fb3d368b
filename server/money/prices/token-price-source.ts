import { readFile, stat } from 'node:fs/promises'
import * as v from 'valibot'

/** Dollars by symbol, and when they were quoted. */
export interface QuotedPrices {
  source: 'file' | 'service'
  bySymbol: ReadonlyMap<string, number>
  at: Date
}

export interface TokenPriceSource {
  /** Rejects when the source cannot be read. */
  read(): Promise<QuotedPrices>
}

const LASTS_MS = 60_000
const TIMEOUT_MS = 3000
const MAX_CHARACTERS = 100_000

const quotes = v.pipe(
  v.record(
    v.pipe(v.string(), v.regex(/^[A-Za-z]{2,12}$/, 'must be the symbol of a token')),
    v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(1e9)),
  ),
  v.transform((prices) => new Map(Object.entries(prices).map(([symbol, price]) => [symbol.toLowerCase(), price]))),
)

const parsed = (text: string): ReadonlyMap<string, number> => {
  if (text.length > MAX_CHARACTERS) throw new Error('The token prices are too large.')
  return v.parse(quotes, JSON.parse(text))
}

/** Reads a JSON object of dollars by symbol: `{ "SOL": 24.5 }`. The file may be replaced at any time. */
export const filePrices = (path: string): TokenPriceSource => ({
  async read() {
    const [text, { mtime }] = await Promise.all([readFile(path, 'utf8'), stat(path)])
    return { source: 'file', bySymbol: parsed(text), at: mtime }
  },
})

/** Reads the same from a service on this machine, at most once a minute. */
export function servicePrices(url: string): TokenPriceSource {
  let known: { prices: Promise<QuotedPrices>; atMs: number } | undefined
  return {
    read() {
      if (!known || performance.now() - known.atMs > LASTS_MS) {
        const prices = fetchPrices(url)
        known = { prices, atMs: performance.now() }
        prices.catch(() => {
          known = undefined
        })
      }
      return known.prices
    },
  }
}

async function fetchPrices(url: string): Promise<QuotedPrices> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok) throw new Error(`The service of token prices responded with ${response.status}.`)
  const text = await response.text()
  return { source: 'service', bySymbol: parsed(text), at: new Date() }
}
