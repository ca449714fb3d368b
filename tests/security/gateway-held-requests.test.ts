import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaultHoldLimits } from '../../server/gateway/holding/hold-limits.ts'
import { type RoutedGateway, routedGateway } from '../server/routed-gateway.ts'
import { echoProgram, sleepingRoute } from '../server/sleeping-service.ts'
import { until } from '../server/until.ts'

const { perService, perOwner } = defaultHoldLimits
const SERVICES = 8

let gateway: RoutedGateway
let program: Awaited<ReturnType<typeof echoProgram>>
const visitors: Socket[] = []
beforeEach(async () => {
  program = await echoProgram()
  gateway = await routedGateway()
})
afterEach(async () => {
  for (const visitor of visitors.splice(0)) visitor.destroy()
  await gateway.close()
  program.close()
})

/** Sends each request on a connection of its own; returns how many were refused so far. */
function flood(hosts: readonly string[], requests: number): () => number {
  let rejected = 0
  for (let at = 0; at < requests; at += 1) {
    const visitor = connect(gateway.port, '127.0.0.1')
    visitors.push(visitor)
    visitor.on('error', () => undefined)
    visitor.once('data', () => {
      rejected += 1
    })
    visitor.write(`GET / HTTP/1.1\r\nHost: ${hosts[at % hosts.length]}.localhost\r\n\r\n`)
  }
  return () => rejected
}

test('a flood of one service takes its own places only', async () => {
  gateway.routes.replaceAll([sleepingRoute('flooded'), sleepingRoute('quiet')])
  await until(async () => (await gateway.get('nobody.localhost')).status === 404)
  const rejected = flood(['flooded'], perService + 300)
  await until(async () => rejected() === 300)
  expect((await gateway.get('flooded.localhost')).headers['retry-after']).toBe('3')
  const wakes = new Set<string>()
  gateway.link.onWake(({ instanceId }) => {
    if (instanceId === 'quiet') gateway.routes.change([sleepingRoute('quiet', [program.target])], [])
    wakes.add(instanceId)
  })
  expect((await gateway.get('quiet.localhost')).status).toBe(200)
})

test('one organisation cannot take the places of others, however many services it has', async () => {
  const hosts = Array.from({ length: SERVICES }, (_, at) => `flooded-${at}`)
  gateway.routes.replaceAll([
    ...hosts.map((host) => sleepingRoute(host, [], { owner: 'flooded' })),
    sleepingRoute('quiet'),
  ])
  await until(async () => (await gateway.get('nobody.localhost')).status === 404)
  const rejected = flood(hosts, SERVICES * perService)
  await until(async () => rejected() === SERVICES * perService - perOwner)
  gateway.link.onWake(({ instanceId }) => {
    if (instanceId === 'quiet') gateway.routes.change([sleepingRoute('quiet', [program.target])], [])
  })
  expect((await gateway.get('quiet.localhost')).status).toBe(200)
})
