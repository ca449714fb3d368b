import { afterEach, expect, test } from 'vitest'
import {
  createHealthWatch,
  type HealthWatch,
  type Unhealthy,
} from '../../server/compute/reconcile/health/health-watch.ts'
import { soleEngine } from '../../server/engines/engines.ts'
import type { ProbeResult } from '../../server/engines/interface/commands.ts'
import type { ReplicaId } from '../../src/contract/wire/common.ts'
import { until } from './until.ts'

let health: HealthWatch | undefined
afterEach(() => health?.stop())

// An invented id, branded here.
const id = 'a replica' as ReplicaId
const check = { kind: 'tcp', port: 80, periodMs: 10, timeoutMs: 100, retries: 3, startPeriodMs: 0 } as const
const replica = { id, organizationId: 'north', engine: '', workloadId: 'w', check }
const ready: ProbeResult = { isReady: true }
const notReady: ProbeResult = { isReady: false, reason: 'Nothing listens.' }

/** Answers with these results in turn, and then with the last one; an error where there is none. */
function watching(results: (ProbeResult | undefined)[]) {
  const reported: Unhealthy[] = []
  let probed = 0
  health = createHealthWatch({
    engines: soleEngine({
      probe: async () => {
        const result = results[Math.min(probed, results.length - 1)]
        probed += 1
        if (!result) throw new Error('The engine does not respond.')
        return result
      },
    }),
    onUnhealthy: (_id, unhealthy) => reported.push(unhealthy),
    tickMs: 1,
  })
  return { watch: health, reported, probed: () => probed }
}

test('enough failures in a row are reported once, with the last reason', async () => {
  const { watch, reported, probed } = watching([notReady, notReady, ready, notReady])
  watch.watch(replica)
  await until(async () => reported.length > 0)
  expect(probed()).toBe(6)
  expect(reported).toMatchObject([{ message: 'The health check (port 80) failed 3 times in a row. Nothing listens.' }])
})

test('an engine that cannot tell is no failure', async () => {
  const { watch, reported, probed } = watching([undefined])
  watch.watch(replica)
  await until(async () => probed() > 8)
  expect(reported).toEqual([])
})

test('a replica that is watched again keeps its failures, and one that is forgotten is not checked', async () => {
  const { watch, reported, probed } = watching([notReady])
  watch.watch(replica)
  await until(async () => {
    watch.watch(replica)
    return reported.length > 0
  })
  const asOf = probed()
  watch.watch({ ...replica, check: { ...check, periodMs: 1_000_000 } })
  watch.forget(id)
  watch.watch({ ...replica, id: 'another' as ReplicaId })
  await until(async () => reported.length > 1)
  expect(probed()).toBe(asOf + 3)
})

test('checks of one organisation that never answer delay no other, and are not waited for longer than 30 seconds', async () => {
  const timeouts = new Set<number>()
  let hanging = 0
  let responded = 0
  health = createHealthWatch({
    engines: soleEngine({
      probe: (workloadId, { timeoutMs }) => {
        if (workloadId === 'quick') {
          responded += 1
          return Promise.resolve(ready)
        }
        hanging += 1
        timeouts.add(timeoutMs)
        return new Promise(() => {})
      },
    }),
    onUnhealthy: () => {},
    tickMs: 1,
  })
  for (let at = 0; at < 100; at += 1)
    health.watch({ ...replica, id: `${at}` as ReplicaId, workloadId: 'stuck', check: { ...check, timeoutMs: 600_000 } })
  health.watch({ ...replica, organizationId: 'south', workloadId: 'quick' })
  await until(async () => responded >= 10)
  expect([hanging, ...timeouts]).toEqual([8, 30_000])
})
