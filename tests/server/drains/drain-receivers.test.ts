import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ComputeHarness, computeHarness } from '../compute-harness.ts'
import {
  createDrain,
  drainOnce,
  quietLog,
  type Receiver,
  readDrain,
  startReceiver,
  store,
  texts,
} from './drains-harness.ts'

let harness: ComputeHarness
let receiver: Receiver
beforeAll(async () => {
  harness = await computeHarness()
})
beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(async () => {
  const { drains } = await harness.call('readDrains', { id: harness.organizationId })
  for (const { _id } of drains) await harness.call('deleteDrain', { id: _id })
  await receiver.close()
})
afterAll(() => harness.close())

const only = { services: ['extra'], logTypes: ['instanceLogs' as const] }
const listen = async (server: Server, port = 0): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

test('a receiver that is down is named in words, and gets every line in order when it is back', async () => {
  const { log } = await quietLog(harness)
  const target = { type: 'http' as const, url: receiver.url }
  const { port } = new URL(receiver.url)
  await receiver.close()
  const drain = await createDrain(harness, target, only)
  await store(harness, log, texts('first', 200))
  const failing = await drainOnce(harness, drain, ({ state }) => state === 'failing')
  expect(failing.lastError).toBe('The server refused the connection.')
  await store(harness, log, texts('second', 200))
  expect((await readDrain(harness, drain)).waiting.lines).toBe(400)
  const received: string[] = []
  const back = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    received.push(...Buffer.concat(parts).toString().trim().split('\n'))
    response.end()
  })
  await listen(back, Number(port))
  const after = await drainOnce(harness, drain, ({ state, sentLines }) => state === 'active' && sentLines === 400)
  expect(after).toMatchObject({ lostLines: 0, rejectedLines: 0 })
  expect(received.map((line) => JSON.parse(line).message)).toEqual([...texts('first', 200), ...texts('second', 200)])
  back.closeAllConnections()
  await new Promise((resolve) => back.close(resolve))
})

test.each([301, 302, 307, 308])('a redirect with status %i is never followed, and no line is lost', async (status) => {
  const { log } = await quietLog(harness)
  const elsewhere = await startReceiver()
  receiver.respond = (_, response) => void response.writeHead(status, { location: elsewhere.url }).end()
  const headers = [{ name: 'X-Key', value: 'a key' }]
  const drain = await createDrain(harness, { type: 'http', url: receiver.url, headers }, only)
  await store(harness, log, texts('line', 5))
  const failing = await drainOnce(harness, drain, ({ state }) => state === 'failing')
  expect(failing).toMatchObject({ lastError: `The target answered with status ${status}.`, sentLines: 0 })
  expect(elsewhere.received).toEqual([])
  expect((await readDrain(harness, drain)).waiting.lines).toBe(5)
  await elsewhere.close()
})

test('a response of 10 GB is left after its first bytes, and its status counts', async () => {
  const { log } = await quietLog(harness)
  const part = Buffer.alloc(65_536, 'x')
  let written = 0
  let isLeft = false
  receiver.respond = (_, response) => {
    response.on('close', () => {
      isLeft = true
    })
    response.writeHead(200, { 'content-length': String(10 * 1024 ** 3) })
    const write = () => {
      while (!isLeft) {
        written += part.length
        if (!response.write(part)) return void response.once('drain', write)
      }
    }
    write()
  }
  const drain = await createDrain(harness, { type: 'http', url: receiver.url }, only)
  await store(harness, log, texts('line', 5))
  expect(await drainOnce(harness, drain, ({ sentLines }) => sentLines === 5)).toMatchObject({ state: 'active' })
  await expect.poll(() => isLeft, { timeout: 10_000 }).toBe(true)
  // What buffers of the system hold.
  expect(written).toBeLessThan(64 * 1024 ** 2)
  expect(receiver.received).toHaveLength(1)
})
