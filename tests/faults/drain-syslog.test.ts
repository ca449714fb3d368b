import type { AddressInfo } from 'node:net'
import { connect, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ComputeHarness, computeHarness } from '../server/compute-harness.ts'
import { createDrain, drainOnce, quietLog, store, texts } from '../server/drains/drains-harness.ts'
import { until } from '../server/until.ts'
import { type Rsyslog, startRsyslog } from './support/rsyslog.ts'
import { skipFor } from './support/skip-for.ts'

const skipped =
  process.getuid?.() === 0 ? undefined : 'rsyslog has to be installed, which only root may: run the tests as root'
let harness: ComputeHarness
let rsyslog: Rsyslog
beforeAll(async () => {
  if (skipped) return
  rsyslog = await startRsyslog()
  harness = await computeHarness()
})
afterAll(async () => {
  await harness?.close()
  await rsyslog?.end()
})

const only = { services: ['extra'], logTypes: ['instanceLogs' as const] }
const target = (more: object = {}) => ({
  type: 'syslog' as const,
  host: 'localhost',
  port: rsyslog.port,
  caCertificate: rsyslog.authority,
  ...more,
})
const messages = () => rsyslog.written().map((line) => line.split('|').at(-1)?.trim())
const arrived = (expected: readonly string[]) =>
  until(async () => {
    const known = new Set(messages())
    return expected.every((line) => known.has(line)) || undefined
  }, 60_000)

test('a real rsyslog receives every line in order over TLS, and none that a line forges', async (context) => {
  skipFor(context, skipped)
  const { instance, log } = await quietLog(harness)
  const drain = await createDrain(harness, target(), { ...only, name: 'Syslog' })
  const forged = 'one\r<13>1 2026-01-01T00:00:00Z forged forged - - - two'
  await store(harness, log, [...texts('line', 2000), forged])
  await drainOnce(harness, drain, ({ sentLines }) => sentLines === 2001)
  await arrived(texts('line', 2000))
  const lines = await until(async () => (rsyslog.written().length === 2001 ? rsyslog.written() : undefined), 20_000)
  expect(messages()).toEqual([...texts('line', 2000), forged.replace('\r', ' ')])
  const host = instance.name.replaceAll(' ', '-')
  expect(lines.filter((line) => !line.startsWith(`${host}|extra|1|instanceLogs|info|[longshore@32473 `))).toEqual([])
  await harness.call('deleteDrain', { id: drain._id })
})

test('an unknown authority and another name are shown in words, and nothing is lost meanwhile', async (context) => {
  skipFor(context, skipped)
  const { log } = await quietLog(harness)
  const drain = await createDrain(harness, target({ caCertificate: '' }), { ...only, name: 'Wrong authority' })
  await store(harness, log, texts('held', 10))
  const failing = await drainOnce(harness, drain, ({ state }) => state === 'failing')
  expect(failing.lastError).toBe('The server’s certificate is from an unknown authority.')
  await harness.call('updateDrain', { id: drain._id, target: target({ host: '127.0.0.1' }) })
  const other = await drainOnce(harness, drain, ({ lastError }) => lastError.includes('another host name'))
  expect(other.sentLines).toBe(0)
  await harness.call('updateDrain', { id: drain._id, target: target() })
  await arrived(texts('held', 10))
  await harness.call('deleteDrain', { id: drain._id })
})

test('lines are sent again when the connection breaks within a batch or the receiver is killed', async (context) => {
  skipFor(context, skipped)
  const { log } = await quietLog(harness)
  const cutting = await startCutter(rsyslog.port, 60_000)
  const drain = await createDrain(harness, target({ port: cutting.port }), { ...only, name: 'Cut' })
  await store(harness, log, texts('cut', 4000))
  await drainOnce(harness, drain, ({ state }) => state === 'failing')
  cutting.mend()
  await arrived(texts('cut', 4000))
  await rsyslog.kill()
  await store(harness, log, texts('down', 20))
  const down = await drainOnce(harness, drain, ({ state }) => state === 'failing')
  expect(down.sentLines).toBe(4000)
  await rsyslog.start()
  await arrived(texts('down', 20))
  await drainOnce(harness, drain, ({ sentLines, state }) => sentLines === 4020 && state === 'active')
  await harness.call('deleteDrain', { id: drain._id })
  await cutting.close()
})

/** A proxy that breaks each connection after so many bytes, until it is mended. */
async function startCutter(port: number, bytes: number) {
  let limit = bytes
  const server: Server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1')
    let passed = 0
    for (const socket of [client, upstream]) socket.on('error', () => {})
    client.on('data', (data) => {
      passed += data.length
      if (passed > limit) {
        upstream.resetAndDestroy()
        client.resetAndDestroy()
      } else upstream.write(data)
    })
    client.on('end', () => upstream.end())
    upstream.pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    mend: () => {
      limit = Number.POSITIVE_INFINITY
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
