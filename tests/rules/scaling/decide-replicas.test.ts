import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { autoscalingRules } from '../../../src/contract/wire/instance/autoscaling.ts'
import { decideReplicas, type ScalingView } from '../../../src/rules/scaling/decide-replicas.ts'
import type { ReplicaUse } from '../../../src/rules/scaling/measure-targets.ts'
import { SimulatedService } from './simulated-service.ts'

const rules = (given: object) => v.parse(autoscalingRules, { minReplicas: 1, maxReplicas: 10, ...given })
const use = (given: Partial<ReplicaUse>): ReplicaUse => ({
  cpuMilli: null,
  memoryBytes: null,
  requestsPerSecond: null,
  connections: null,
  ...given,
})
const LONG_MS = 86_400_000
const view = (given: Partial<ScalingView>): ScalingView => ({
  rules: rules({ cpuPercent: 50 }),
  limits: { min: 1, max: 10 },
  scheduled: 0,
  current: 2,
  size: { cpuMilli: 1000, memoryBytes: 1000 },
  ready: [use({ cpuMilli: 500 }), use({ cpuMilli: 500 })],
  isRollingOut: false,
  sinceAddedMs: LONG_MS,
  sinceChangedMs: LONG_MS,
  idleMs: 0,
  recentlyNeeded: 0,
  ...given,
})

test.each([
  ['on its target', {}, { kind: 'keep', reason: 'onTarget' }],
  ['within the tolerance above', { ready: Array(2).fill(use({ cpuMilli: 549 })) }, { kind: 'keep' }],
  ['within the tolerance below', { ready: Array(2).fill(use({ cpuMilli: 451 })) }, { kind: 'keep' }],
  ['above', { ready: Array(2).fill(use({ cpuMilli: 900 })) }, { kind: 'scale', to: 4, reason: 'cpu' }],
  ['far below', { ready: Array(2).fill(use({ cpuMilli: 10 })) }, { kind: 'scale', to: 1, reason: 'cpu' }],
  ['unmeasured', { ready: Array(2).fill(use({})) }, { kind: 'hold', reason: 'metricsMissing' }],
  ['half unmeasured and busy', { ready: [use({ cpuMilli: 990 }), use({})] }, { kind: 'keep', needed: 2 }],
  ['half unmeasured and idle', { ready: [use({ cpuMilli: 1 }), use({})] }, { kind: 'keep', needed: 2 }],
  ['rolling out', { isRollingOut: true, current: 0 }, { kind: 'hold', reason: 'rollingOut' }],
  ['with a replica that starts', { current: 3, ready: [use({ cpuMilli: 10 })] }, { kind: 'keep', reason: 'starting' }],
  ['below its minimum', { current: 0, ready: [] }, { kind: 'scale', to: 1, reason: 'limits' }],
  ['above its maximum', { current: 12 }, { kind: 'scale', to: 10, reason: 'limits' }],
  ['on a schedule', { scheduled: 5 }, { kind: 'scale', to: 5, reason: 'schedule' }],
  ['on a schedule above its maximum', { scheduled: 50 }, { kind: 'scale', to: 10, reason: 'schedule' }],
])('a service %s', (_name, given, expected) => {
  expect(decideReplicas(view(given as Partial<ScalingView>))).toMatchObject(expected)
})

test('a service without requests has no replicas after its idle time, and not while one starts or is scheduled', () => {
  const sleepy = { rules: rules({ minReplicas: 0, idleSeconds: 60 }), limits: { min: 0, max: 10 }, current: 1 }
  const ready = [use({ requestsPerSecond: 0, connections: 0 })]
  const at = (given: Partial<ScalingView>) => decideReplicas(view({ ...sleepy, ready, ...given }))
  expect(at({ idleMs: 59_999 })).toMatchObject({ kind: 'keep' })
  expect(at({ idleMs: 60_000 })).toMatchObject({ kind: 'scale', to: 0, reason: 'idle' })
  expect(at({ idleMs: 60_000, current: 2 })).toMatchObject({ kind: 'keep' })
  expect(at({ idleMs: 60_000, scheduled: 1 })).toMatchObject({ kind: 'keep' })
  expect(at({ idleMs: LONG_MS, current: 0, ready: [] })).toMatchObject({ kind: 'keep', reason: 'asleep' })
})

const load = fc.double({ min: 0, max: 20_000, noNaN: true })
const settings = fc.record({
  cpuPercent: fc.integer({ min: 5, max: 100 }),
  up: fc.integer({ min: 0, max: 120 }),
  down: fc.integer({ min: 0, max: 300 }),
  max: fc.integer({ min: 1, max: 100 }),
  startSeconds: fc.integer({ min: 0, max: 60 }),
})

test('a constant load never flaps, is reached in bounded time, and never leaves the limits', () => {
  fc.assert(
    fc.property(settings, load, fc.integer({ min: 1, max: 100 }), (given, cpuMilli, start) => {
      const service = new SimulatedService(given, Math.min(start, given.max))
      const counts = service.run(3600 * 2, () => cpuMilli)
      expect(counts.every((count) => count >= 1 && count <= given.max)).toBe(true)
      const changes = counts.flatMap((count, at) => (at > 0 && count !== counts[at - 1] ? [count] : []))
      // It only ever moves in one direction, unless its replicas were too many to see the whole load.
      const directions = new Set(changes.map((count, at) => count > (changes[at - 1] ?? start)))
      expect(directions.size).toBeLessThanOrEqual(1)
      expect(new Set(counts.slice(-360)).size).toBe(1)
    }),
  )
})

test('the cool-down of each direction is kept under any load', () => {
  fc.assert(
    fc.property(settings, fc.array(load, { minLength: 10, maxLength: 60 }), (given, loads) => {
      const service = new SimulatedService(given, 1)
      service.run(loads.length * 60, (second) => loads[Math.floor(second / 60)] ?? 0)
      for (const { at, from, to } of service.changes) {
        const before = service.changes.filter((change) => change.at < at)
        const added = before.findLast((change) => change.to > change.from)
        const changed = before.at(-1)
        if (to > from && added) expect(at - added.at).toBeGreaterThanOrEqual(given.up)
        if (to < from && changed) expect(at - changed.at).toBeGreaterThanOrEqual(given.down)
      }
    }),
  )
})

test('a load that grows is met within the cool-downs and starts that its steps need', () => {
  const service = new SimulatedService({ cpuPercent: 50, up: 30, down: 300, max: 100, startSeconds: 10 }, 1)
  const counts = service.run(600, () => 20_000)
  // 1, 2, 4, 8, 16, 32 and 40: saturated replicas show no more than twice their target.
  expect(counts.slice(30).at(-1)).toBe(40)
})

test('the reason is the metric that asks for the most', () => {
  const given = rules({ cpuPercent: 50, requestsPerSecond: 10, concurrentRequests: 5, memoryPercent: 90 })
  const ready = Array(2).fill(use({ cpuMilli: 600, memoryBytes: 100, requestsPerSecond: 40, connections: 9 }))
  expect(decideReplicas(view({ rules: given, ready }))).toMatchObject({
    kind: 'scale',
    to: 6,
    needed: 8,
    reason: 'requests',
    measures: [
      { metric: 'cpu', value: 60, target: 50, replicas: 3 },
      { metric: 'memory', value: 10, target: 90, replicas: 1 },
      { metric: 'requests', value: 40, target: 10, replicas: 8 },
      { metric: 'concurrency', value: 9, target: 5, replicas: 4 },
    ],
  })
})
