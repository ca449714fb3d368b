import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitSlowUpload } from '../../server/http/listener/upload-deadline.ts'

const pace = { graceMs: 300, bytesPerSecond: 10_000, checkEveryMs: 50 }
let server: Server
let port: number
beforeAll(async () => {
  server = createServer((req, response) => {
    limitSlowUpload(req, pace)
    if (req.url === '/unread') setTimeout(() => req.resume(), 1500)
    else req.resume()
    req.on('end', () => response.end('whole'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** Writes parts of a body, 20 ms apart; returns the response. */
const upload = async (path: string, chunkBytes: number, parts: number): Promise<string> => {
  const req = request({ host: '127.0.0.1', port, path, method: 'POST', headers: { 'transfer-encoding': 'chunked' } })
  const outcome = new Promise<string>((resolve) => {
    req.on('response', (response) => {
      response.setEncoding('utf8').on('data', resolve)
    })
    req.on('error', ({ message }) => resolve(message))
  })
  for (let at = 0; at < parts && !req.destroyed; at += 1) {
    req.write(Buffer.alloc(chunkBytes))
    await delay(20)
  }
  req.end()
  return outcome
}

test('a body that trickles in closes its connection', async () => {
  expect(await upload('/', 1, 500)).toMatch(/ECONNRESET|EPIPE|socket hang up/)
})

test('a long upload that keeps flowing is never cut', async () => {
  expect(await upload('/', 20_000, 100)).toBe('whole')
})

test('time in which the server does not read does not count', async () => {
  expect(await upload('/unread', 1_000_000, 4)).toBe('whole')
})
