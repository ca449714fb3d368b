import { afterEach, describe, expect, test } from 'vitest'
import type { TrafficReport } from '../../server/gateway/control/control-messages.ts'
import { createTrafficReporter } from '../../server/gateway/traffic/report-traffic.ts'
import { countResponse, createTraffic } from '../../server/gateway/traffic/traffic.ts'
import { latencyBucket } from '../../src/rules/metrics/latency-buckets.ts'

describe('traffic', () => {
  test('is counted for each target and begins anew with each report', () => {
    const traffic = createTraffic()
    countResponse(traffic.of('one'), 200, 12)
    countResponse(traffic.of('one'), 204, 12)
    countResponse(traffic.of('one'), 503, 900)
    traffic.of('one').bytesOut += 70
    const none = () => 0
    expect(traffic.take(['one', 'two'], none)).toEqual({
      busy: [
        {
          id: 'one',
          statuses: [0, 2, 0, 0, 1],
          abandoned: 0,
          bytesIn: 0,
          bytesOut: 70,
          connections: 0,
          latency: [latencyBucket(12), 2, latencyBucket(900), 1],
        },
      ],
      idle: ['two'],
    })
    expect(traffic.take(['one', 'two'], none)).toEqual({ busy: [], idle: ['one', 'two'] })
  })

  test('of a connection that stays open counts into each report', () => {
    const traffic = createTraffic()
    const counts = traffic.of('one')
    const open = () => 1
    counts.bytesIn += 5
    expect(traffic.take(['one'], open).busy).toMatchObject([{ bytesIn: 5, connections: 1 }])
    counts.bytesIn += 7
    expect(traffic.take(['one'], open).busy).toMatchObject([{ bytesIn: 7 }])
    expect(traffic.take(['one'], open).busy).toMatchObject([{ bytesIn: 0, connections: 1 }])
  })
})

describe('the reports of traffic', () => {
  let stop = () => {}
  afterEach(() => stop())
  const START_MS = 1_790_000_000_000

  const start = (ids: string[]) => {
    const sent: TrafficReport[] = []
    const world = { nowMs: START_MS, isConnected: true, sent, traffic: createTraffic() }
    const reporter = createTrafficReporter({
      traffic: world.traffic,
      ids: () => ids,
      connectionsOf: () => 0,
      isConnected: () => world.isConnected,
      send: (report) => sent.push(report),
      nowMs: () => world.nowMs,
    })
    stop = reporter.stop
    const tick = (ms = 10_000) => {
      world.nowMs += ms
      reporter.report()
    }
    return { world, tick }
  }

  test('are about the ten seconds before, and wait for five minutes while no control plane is connected', () => {
    const { world, tick } = start(['one'])
    tick()
    expect(world.sent).toEqual([{ type: 'traffic', at: START_MS / 1000, part: 0, busy: [], idle: ['one'] }])
    world.isConnected = false
    for (let count = 0; count < 40; count += 1) tick()
    expect(world.sent).toHaveLength(1)
    world.isConnected = true
    tick()
    expect(world.sent.slice(1).map(({ at }) => (at * 1000 - START_MS) / 10_000)).toEqual(
      Array.from({ length: 30 }, (_, index) => index + 12),
    )
  })

  test('never have the same time twice, also after a clock ran backwards', () => {
    const { world, tick } = start(['one'])
    tick()
    tick(-5000)
    tick(10_000)
    tick(10_000)
    expect(new Set(world.sent.map(({ at }) => at)).size).toBe(world.sent.length)
  })

  test('of many targets are sent in parts', () => {
    const { world, tick } = start(Array.from({ length: 2500 }, (_, index) => `target ${index}`))
    tick()
    expect(world.sent.map(({ part, idle }) => [part, idle.length])).toEqual([
      [0, 1000],
      [1, 1000],
      [2, 500],
    ])
  })
})
