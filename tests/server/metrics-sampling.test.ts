import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { WorkloadStats } from '../../server/engines/interface/stats.ts'
import type { InstanceId } from '../../src/contract/wire/common.ts'
import { type MetricsHarness, metricsHarness, START } from './metrics-harness.ts'

let it: MetricsHarness
let at = 0
beforeAll(async () => {
  it = await metricsHarness()
})
afterAll(() => it?.close())
/** Each test has an hour and an instance of its own. */
beforeEach(async () => {
  await it.store.pool.query('delete from instance')
  at += 3600
  it.clock.nowMs = (START + at) * 1000
  it.clock.monotonicMs = at * 1000
  it.engines.clear()
})

const MIB = 1024 ** 2
const stats = (more: Partial<WorkloadStats> = {}): WorkloadStats => ({
  atMs: it.clock.monotonicMs,
  cpuMicros: 0,
  memoryBytes: 64 * MIB,
  memoryLimitBytes: 256 * MIB,
  ...more,
})
const now = () => Math.floor(it.clock.nowMs / 1000)
const valuesOf = async (id: string, param: string, more: object = {}) => {
  const input = { startDate: START + at, endDate: now(), pointTimeSpan: 10, param, ...more }
  return (await it.chart(id, input)).series.map(({ values }) => values)
}

describe('sampling', () => {
  test('[P7.26] stores gauges as they are and counters as rates', async () => {
    const { id } = await it.addInstance('steady', [{ service: 'web', index: 0 }])
    let seconds = 0
    it.engines.set('', async () => {
      seconds += 10
      return stats({ cpuMicros: seconds * 250_000, networkInBytes: seconds * 1000, diskWriteBytes: 500 })
    })
    for (let tick = 0; tick < 3; tick += 1) await it.tick()
    expect(await valuesOf(id, 'cpu,memory,networkIn,diskWrite,networkOut')).toEqual([
      [null, 250, 250],
      [64 * MIB, 64 * MIB, 64 * MIB],
      [null, 1000, 1000],
      [null, 0, 0],
      [null, null, null],
    ])
  })

  test('a replica that does not answer has a gap, and the last sample before it is known', async () => {
    const { id } = await it.addInstance('silent', [{ service: 'web', index: 0 }])
    it.engines.set('', async () => stats())
    await it.tick()
    it.engines.set('', async () => Promise.reject(new Error('away')))
    await it.tick()
    await it.tick()
    expect(await valuesOf(id, 'memory')).toEqual([[64 * MIB, null, null]])
    const { lastSampleAt } = await it.chart(id)
    expect(lastSampleAt).toBe(new Date((START + at + 10) * 1000).toISOString())
    it.engines.set('', async () => stats())
    await it.tick()
    expect(await valuesOf(id, 'memory')).toEqual([[64 * MIB, null, null, 64 * MIB]])
  })

  test('an engine that hangs delays no other engine, and is asked again once it answers', async () => {
    const { id } = await it.addInstance('two engines', [
      { service: 'web', index: 0 },
      { service: 'web', index: 1, engine: 'far' },
    ])
    let calls = 0
    const hanging = Promise.withResolvers<WorkloadStats>()
    it.engines.set('', async () => stats())
    it.engines.set('far', () => {
      calls += 1
      return hanging.promise
    })
    await it.tick()
    await it.tick()
    expect(calls).toBe(1)
    hanging.resolve(stats())
    it.engines.set('far', async () => stats())
    await it.tick()
    const [near, far] = await valuesOf(id, 'memory', { filter: 'replicas' })
    expect(near).toEqual([64 * MIB, 64 * MIB, 64 * MIB])
    expect(far).toEqual([null, null, 64 * MIB])
  })

  test('counters that begin again after a restart give no negative rate and no spike', async () => {
    const { id } = await it.addInstance('restarted', [{ service: 'web', index: 0 }])
    const readings = [
      { cpuMicros: 900_000_000, networkInBytes: 5_000_000_000 },
      { cpuMicros: 901_000_000, networkInBytes: 5_000_001_000 },
      { cpuMicros: 2_000_000, networkInBytes: 700 },
      { cpuMicros: 3_000_000, networkInBytes: 1700 },
      // The sum over child processes falls when one of them ends, which is no restart.
      { cpuMicros: 2_900_000_000, networkInBytes: 2700 },
      { cpuMicros: 2_000_000_000, networkInBytes: 3700 },
    ]
    it.engines.set('', async () => stats(readings.shift()))
    for (let tick = 0; tick < 6; tick += 1) await it.tick()
    const [cpu, networkIn] = await valuesOf(id, 'cpu,networkIn')
    expect(cpu?.toSpliced(4, 1)).toEqual([null, 100, 200, 100, null])
    expect(networkIn).toEqual([null, 100, null, 100, 100, 100])
  })

  test('a clock that jumps back corrupts nothing, and sampling goes on for those who read recent values', async () => {
    const { id } = await it.addInstance('jumping', [{ service: 'web', index: 0 }])
    let memoryBytes = 10 * MIB
    it.engines.set('', async () => stats({ memoryBytes, cpuMicros: it.clock.monotonicMs * 100 }))
    for (let tick = 0; tick < 4; tick += 1) await it.tick()
    it.clock.nowMs -= 30_000
    memoryBytes = 99 * MIB
    for (let tick = 0; tick < 4; tick += 1) await it.tick()
    expect(await valuesOf(id, 'memory')).toEqual([[10, 10, 10, 10, 99].map((mib) => mib * MIB)])
    expect(await valuesOf(id, 'cpu')).toEqual([[null, 100, 100, 100, 100]])
    const recent = it.metrics.readRecent({ instanceId: id as InstanceId, service: 'web' }, 30)
    expect(recent).toMatchObject([{ index: 0, memoryBytes: 99 * MIB, cpuMilli: 100, requestsPerSecond: null }])
  })

  test('restarts are counted of a program that exits before it can be measured, and of a new replica', async () => {
    await it.tick()
    const { id, replicaIds } = await it.addInstance('trouble', [{ service: 'web', index: 0 }])
    const crash = (attempts: number) =>
      it.store.pool.query("update replica set status = 'Pending', attempts = $2 where id = $1", [
        replicaIds[0],
        attempts,
      ])
    await crash(2)
    await it.tick()
    await crash(3)
    await it.tick()
    await it.tick()
    expect(await valuesOf(id, 'restarts,memory')).toEqual([
      [null, 2, 1, null],
      [null, null, null, null],
    ])
  })

  test('restarts are counted where they happened', async () => {
    const { id, replicaIds } = await it.addInstance('crashing', [{ service: 'web', index: 0 }])
    it.engines.set('', async () => stats())
    await it.tick()
    await it.store.pool.query('update replica set attempts = 3 where id = $1', [replicaIds[0]])
    await it.tick()
    await it.store.pool.query('update replica set attempts = 0 where id = $1', [replicaIds[0]])
    await it.tick()
    expect(await valuesOf(id, 'restarts')).toEqual([[0, 3, 0]])
  })
})

describe('traffic', () => {
  const report = (id: string, requests: number, more: object = {}) => ({
    type: 'traffic' as const,
    at: now() - 10,
    part: 0,
    busy: [
      {
        id,
        statuses: [0, requests, 0, 0, 10],
        abandoned: 0,
        bytesIn: 100,
        bytesOut: 2000,
        connections: 4,
        latency: [40, requests],
      },
    ],
    idle: [],
    ...more,
  })

  test('of gateways is stored with its percentiles, and zero where they measured nothing', async () => {
    const { id, replicaIds } = await it.addInstance('busy', [{ service: 'web', index: 0 }])
    const [replica = ''] = replicaIds
    await it.tick()
    it.metrics.receiveTraffic(report(replica, 90))
    await it.tick()
    it.metrics.receiveTraffic(report(replica, 0, { busy: [], idle: [replica, 'not an id'] }))
    await it.tick()
    const param = 'requests,status2xx,status5xx,bytesOut,connections,latencyP99'
    const [requests, good, bad, bytesOut, connections, latency] = await valuesOf(id, param)
    expect(requests).toEqual([10, 0, null])
    expect(good).toEqual([9, 0, null])
    expect(bad).toEqual([1, 0, null])
    expect(bytesOut).toEqual([200, 0, null])
    expect(connections).toEqual([4, 0, null])
    expect(latency?.[0]).toBeCloseTo(102, 0)
    expect(latency?.slice(1)).toEqual([null, null])
    expect(it.metrics.readRecent({ instanceId: id as InstanceId, service: 'web' }, 60)).toMatchObject([
      { requestsPerSecond: 5, connections: 2, cpuMilli: null },
    ])
  })

  test('of several control planes is added up, and only one of them samples', async () => {
    const { id, replicaIds } = await it.addInstance('two nodes', [{ service: 'web', index: 0 }])
    const [replica = ''] = replicaIds
    let calls = 0
    it.engines.set('', async () => {
      calls += 1
      return stats()
    })
    await it.tick()
    const other = it.another({ isAlone: false })
    await it.tick(0, other)
    expect(other.readRecent({ instanceId: id as InstanceId, service: 'web' }, 60)).toBeUndefined()
    it.metrics.receiveTraffic(report(replica, 90))
    other.receiveTraffic(report(replica, 40))
    await it.tick(10, other)
    await it.tick(0)
    expect(calls).toBe(2)
    expect((await valuesOf(id, 'requests'))[0]?.[0]).toBe(15)
    // The lease is given back, so the other node samples at once.
    await it.metrics.stop()
    await it.tick(10, other)
    expect(other.readRecent({ instanceId: id as InstanceId, service: 'web' }, 60)).toMatchObject([{ index: 0 }])
    await other.stop()
  })
})
