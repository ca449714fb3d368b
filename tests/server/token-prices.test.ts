import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { tokenPriceHandlers } from '../../server/money/prices/token-price-handlers.ts'
import { tokenPricesFrom } from '../../server/money/prices/token-prices-from.ts'
import { priceTokens } from '../../src/rules/pricing/price-tokens.ts'
import { platformHarness } from './platform-harness.ts'

const folder = mkdtempSync(join(tmpdir(), 'longshore-prices-'))
const file = join(folder, 'prices.json')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const log = pino({ level: 'silent' })
const served = async (setting: string | undefined) => {
  const source = tokenPricesFrom(setting, folder)
  const harness = await platformHarness({ handlers: () => tokenPriceHandlers({ source, log }) })
  const read = async (path: string) => {
    const response = await harness.app.inject({ method: 'GET', url: `/api/price/${path}` })
    return { status: response.statusCode, ...response.json() }
  }
  return { read, close: () => harness.close() }
}

test('anyone may read the price of a token by its id or symbol, with its source and age [P7.10]', async () => {
  writeFileSync(file, JSON.stringify({ SOL: 24.5, wmatic: 0.75, USDC: 0.999 }))
  const { read, close } = await served('prices.json')
  const at = expect.stringMatching(/^\d{4}-/)
  expect(await read('liveTokenPrice/5426')).toEqual({
    status: 200,
    tokenId: '5426',
    symbol: 'SOL',
    price: 24.5,
    source: 'file',
    at,
  })
  expect(await read('liveTokenPrice/3890'), 'the one of two tokens that has a price').toMatchObject({
    symbol: 'WMATIC',
    price: 0.75,
  })
  expect(await read('tokenPrice'), 'USDT by default').toMatchObject({
    tokenId: '825',
    price: 1,
    source: 'nominal',
    at: null,
  })
  expect(await read('tokenPrice?symbol=usdc'), 'a quote takes precedence').toMatchObject({
    price: 0.999,
    source: 'file',
  })
  expect(await read('liveTokenPrice/7431'), 'no price is made up').toMatchObject({ status: 404, error: 'notFound' })
  expect(await read('liveTokenPrice/999999')).toMatchObject({ status: 404 })
  expect(await read('liveTokenPrice/sol')).toMatchObject({ status: 400 })

  writeFileSync(file, '{ broken')
  expect(await read('liveTokenPrice/5426'), 'a broken file').toMatchObject({ status: 404 })
  expect(await read('tokenPrice?symbol=DAI')).toMatchObject({ price: 1, source: 'nominal' })
  await close()
})

test('each token has the id that clients know it by [P9.15]', () => {
  const ids = Object.fromEntries(priceTokens.map(({ symbol, id }) => [symbol, id]))
  expect(ids).toEqual({
    USDT: 825,
    WMATIC: 3890,
    WETH: 2396,
    DAI: 4943,
    USDC: 3408,
    AKT: 7431,
    MATIC: 3890,
    SOL: 5426,
    WAVAX: 5805,
    WBNB: 1839,
    tFIL: 2280,
    FIL: 2280,
    USDbC: 3408,
    WMNT: 27_614,
    WXDAI: 9021,
  })
})

test('a service on this machine is read at most once a minute, and again after a failure [P7.10]', async () => {
  let requests = 0
  const service = createServer((_, response) => {
    requests += 1
    response.statusCode = requests === 1 ? 500 : 200
    response.end(JSON.stringify({ SOL: 30 }))
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const { read, close } = await served(`http://127.0.0.1:${(service.address() as AddressInfo).port}/prices`)
  expect(await read('liveTokenPrice/5426')).toMatchObject({ status: 404 })
  expect(await read('liveTokenPrice/5426')).toMatchObject({ price: 30, source: 'service' })
  expect(await read('tokenPrice?symbol=SOL')).toMatchObject({ price: 30 })
  expect(requests).toBe(2)
  await close()
  await new Promise((resolve) => service.close(resolve))
})

test('a source on another machine, or a file that does not exist, is rejected at the start', () => {
  expect(tokenPricesFrom(undefined, folder)).toBeNull()
  for (const setting of ['https://prices.example.org', 'http://10.0.0.1/prices', 'http://169.254.169.254/'])
    expect(() => tokenPricesFrom(setting, folder)).toThrow(/on this machine/)
  expect(() => tokenPricesFrom('missing.json', folder)).toThrow(/does not exist/)
})
