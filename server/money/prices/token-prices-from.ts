import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { StartUpError } from '../../start-up/start-up-error.ts'
import { filePrices, servicePrices, type TokenPriceSource } from './token-price-source.ts'

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']

/** Returns the source that LONGSHORE_TOKEN_PRICES names; null without one. */
export function tokenPricesFrom(setting: string | undefined, workingFolder: string): TokenPriceSource | null {
  if (setting === undefined || setting === '') return null
  const url = /^https?:/i.test(setting) ? URL.parse(setting) : null
  if (url) {
    if (url.protocol !== 'http:' || !LOOPBACK.includes(url.hostname))
      throw new StartUpError(
        'LONGSHORE_TOKEN_PRICES must be a file, or an http address on this machine such as http://127.0.0.1:8090/prices. Correct it and start again.',
      )
    return servicePrices(url.href)
  }
  const path = resolve(workingFolder, setting)
  if (!existsSync(path))
    throw new StartUpError(`LONGSHORE_TOKEN_PRICES ${path} does not exist. Correct the path and start again.`)
  return filePrices(path)
}
