import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { regionList } from '../../server/compute/catalogue/regions/region-settings.ts'
import { createRegions } from '../../server/compute/catalogue/regions/regions.ts'
import { checkRules } from '../../server/compute/scaling/check-rules.ts'
import { setScaledReplicas } from '../../server/compute/scaling/set-scaled-replicas.ts'
import { soleEngine } from '../../server/engines/engines.ts'
import type { InputOf } from '../../src/contract/contract.ts'
import type { InstanceId } from '../../src/contract/wire/common.ts'
import { autoscalingRules } from '../../src/contract/wire/instance/autoscaling.ts'
import { type ScalingHarness, scalingHarness } from './scaling-harness.ts'

let it: ScalingHarness
beforeAll(async () => {
  it = await scalingHarness()
})
afterAll(() => it?.close())
beforeEach(() => {
  it.use.each = {}
})

const size = { cpuMilli: 100, memoryBytes: 134_217_728, storageBytes: 536_870_912 }
const web = { name: 'web', image: 'longshore/hello:1', ports: [{ containerPort: 8080 }], ...size }
type Service = NonNullable<InputOf<'createInstance'>['configuration']>['services'][number]
type Rules = NonNullable<Service['autoscalingRules']>

const rules: Rules = { minReplicas: 1, maxReplicas: 3, cpuPercent: 50, cooldownSeconds: 30 }
const deploy = async (autoscalingRules: Rules | null, more: Partial<Service> = {}): Promise<InstanceId> => {
  const { organizationId, projectId } = it
  const configuration = { services: [{ ...web, autoscalingRules, ...more }] }
  const given = { organizationId, projectId, name: 'Fleet', region: 'us-west', configuration }
  return (await it.call('createInstance', given)).instance._id
}
const remove = async (id: InstanceId) => {
  await it.call('deleteInstance', { id })
  await it.waitUntilDeleted(id)
}
const serviceOf = async (id: InstanceId) => (await it.instance(id)).services[0]

test('load adds replicas without a deployment, and its end removes them after the cool-down [P3.8] [P4.5]', async () => {
  const id = await deploy(rules)
  await it.inReplicas(id, 1)
  const before = await it.instance(id)
  it.use.each = { cpuMilli: 100 }
  await it.round()
  await it.inReplicas(id, 2)
  const grown = await it.instance(id)
  expect(grown.deployments).toHaveLength(1)
  expect(grown.cpu).toBe(2 * before.cpu)
  expect(grown.extendedInstances[0]?.price).toBe(2 * (before.extendedInstances[0]?.price ?? 0))
  expect(grown.services[0]).toMatchObject({ replicas: 2, readyReplicas: 2 })
  it.use.each = { cpuMilli: 2 }
  await it.round()
  expect((await serviceOf(id))?.replicas).toBe(2)
  await it.round(40)
  await it.inReplicas(id, 1)
  expect(await it.decisions(id)).toEqual(['scaled cpu 1 2', 'scaled cpu 2 1'])
  const { events } = await it.call('readInstanceEvents', { id, subject: 'scaling' })
  expect(events.map(({ kind, data }) => [kind, data.from, data.to])).toEqual([
    ['replicasScaled', 2, 1],
    ['replicasScaled', 1, 2],
  ])
  const { decisions } = await it.call('readScalingDecisions', { id, limit: 1, skip: 1 })
  expect(decisions[0]?.measures).toEqual([{ metric: 'cpu', value: 100, target: 50, replicas: 2 }])
  await remove(id)
})

test('a service with minimum 0 sleeps without requests, stays active, and costs nothing until it is woken', async () => {
  const id = await deploy({ minReplicas: 0, maxReplicas: 2, idleSeconds: 60 })
  await it.inReplicas(id, 1)
  it.use.each = { cpuMilli: 1, requestsPerSecond: 0, connections: 0 }
  await it.round()
  await it.round(30)
  expect((await serviceOf(id))?.replicas).toBe(1)
  await it.round(30)
  await it.inReplicas(id, 0)
  const asleep = await it.instance(id)
  expect(asleep).toMatchObject({ state: 'Active', status: 'Deployed', cpu: 0, memory: 0, storage: 0 })
  expect(asleep.extendedInstances[0]?.price).toBe(0)
  const { rows } = await it.store.pool.query(
    'select count(*)::int as open from usage_interval where instance_id = $1 and ended_at is null',
    [id],
  )
  expect(rows[0]).toEqual({ open: 0 })
  await it.round(1000)
  expect((await serviceOf(id))?.replicas).toBe(0)
  const wake = { instanceId: id, service: 'web', to: 1, from: 0, reason: 'wake' as const }
  const woken = await it.store.db.transaction((tx) => setScaledReplicas(tx, it.scaling, wake))
  expect(woken).toEqual({ kind: 'scaled', from: 0, to: 1 })
  const again = await it.store.db.transaction((tx) => setScaledReplicas(tx, it.scaling, wake))
  expect(again).toEqual({ kind: 'unchanged' })
  await it.inReplicas(id, 1)
  expect(await it.decisions(id)).toEqual(['scaled idle 1 0', 'scaled wake 0 1'])
  await remove(id)
})

test('a deployment of a sleeping service proves itself with one replica, and a change of rules takes effect at once', async () => {
  const id = await deploy({ minReplicas: 0, maxReplicas: 3, idleSeconds: 60 })
  await it.inReplicas(id, 1)
  it.use.each = { requestsPerSecond: 0, connections: 0 }
  await it.round()
  await it.round(60)
  await it.inReplicas(id, 0)
  await it.call('restartInstance', { id })
  await it.inReplicas(id, 1)
  expect((await it.instance(id)).deployments).toHaveLength(2)
  await it.call('updateAutoscalingRules', { id, autoscalingRules: { ...rules, minReplicas: 2 } })
  await it.inReplicas(id, 2)
  await it.call('restartInstance', { id })
  await it.inReplicas(id, 2)
  await it.call('updateAutoscalingRules', { id, autoscalingRules: null })
  await it.inReplicas(id, 1)
  expect(await it.decisions(id)).toEqual(['scaled idle 1 0', 'scaled limits 1 2', 'scaled rulesRemoved 2 1'])
  await remove(id)
})

test('missing metrics hold, which is kept once, and so is their return', async () => {
  const id = await deploy(rules)
  await it.inReplicas(id, 1)
  for (let round = 0; round < 5; round += 1) await it.round()
  expect(await it.decisions(id)).toEqual(['held metricsMissing 1 1'])
  expect(it.scaler.last(id, 'web')?.choice).toMatchObject({ kind: 'hold', reason: 'metricsMissing' })
  it.use.each = { cpuMilli: 50 }
  await it.round()
  await it.round()
  expect(await it.decisions(id)).toEqual(['held metricsMissing 1 1', 'resumed metricsMissing 1 1'])
  it.use.each = null
  await it.round()
  expect(it.scaler.last(id, 'web')).toBeUndefined()
  await remove(id)
})

test('two processes, one of them new, decide at once: the replicas are added once', async () => {
  const id = await deploy(rules)
  await it.inReplicas(id, 1)
  it.use.each = { cpuMilli: 100 }
  const others = [it.anotherScaler(), it.anotherScaler()]
  await Promise.all([it.round(0), ...others.map((scaler) => scaler.evaluate())])
  await it.round(0)
  await it.inReplicas(id, 2)
  expect(await it.decisions(id)).toEqual(['scaled cpu 1 2'])
  // A new process keeps the cool-down that the database tells of.
  it.use.each = { cpuMilli: 1 }
  await it.anotherScaler().evaluate()
  expect((await serviceOf(id))?.replicas).toBe(2)
  await remove(id)
})

test('a schedule adds replicas while it lasts, and a clock that jumps changes nothing else', async () => {
  const schedules = [{ schedule: '0 18 * * *', timeZone: 'UTC', durationMinutes: 60, replicas: 2 }]
  const id = await deploy({ minReplicas: 1, maxReplicas: 3, schedules, cooldownSeconds: 0 })
  await it.inReplicas(id, 1)
  it.clock.now = new Date('2026-05-04T17:59:30Z')
  await it.round()
  expect((await serviceOf(id))?.replicas).toBe(1)
  it.clock.now = new Date('2026-05-04T18:00:00Z')
  await it.round()
  await it.inReplicas(id, 2)
  it.clock.now = new Date('2020-01-01T18:30:00Z')
  await it.round()
  expect((await serviceOf(id))?.replicas).toBe(2)
  it.clock.now = new Date('2026-05-04T19:00:00Z')
  await it.round()
  await it.inReplicas(id, 1)
  expect(await it.decisions(id)).toEqual(['scaled schedule 1 2', 'scaled schedule 2 1'])
  await remove(id)
})

test('replicas that are not admitted are refused with the reason, which is kept once', async () => {
  const id = await deploy(rules)
  await it.inReplicas(id, 1)
  await it.store.pool.query('insert into organization_quota (organization_id, cpu_milli) values ($1, 150)', [
    it.organizationId,
  ])
  it.use.each = { cpuMilli: 100 }
  for (let round = 0; round < 3; round += 1) await it.round(70)
  expect(await it.decisions(id)).toEqual(['rejected cpu 1 2'])
  const { decisions } = await it.call('readScalingDecisions', { id })
  expect(decisions[0]?.message).toMatch(/CPU/)
  expect(await it.instance(id)).toMatchObject({ cpu: 100, services: [{ replicas: 1 }] })
  await it.store.pool.query('delete from organization_quota')
  await it.round(70)
  await it.inReplicas(id, 2)
  await remove(id)
})

test('a region that names its scaling modes without automatic scaling forbids rules [P4.5]', () => {
  const named = (scalingModes?: string[]) =>
    createRegions({
      settings: v.parse(regionList, [{ name: 'one', title: 'One', ...(scalingModes && { scalingModes }) }]),
      engines: soleEngine(it.engine),
      disabledRegions: [],
    })
  const given = { rules: v.parse(autoscalingRules, rules), field: 'autoscalingRules' }
  const check = (scalingModes?: string[]) => () => checkRules(named(scalingModes), 'one', given)
  for (const forbidden of [['NO_SCALING'], ['SCALING_ALLOWED', 'NO_SCALING']])
    expect(check(forbidden)).toThrow(
      expect.objectContaining({ fields: [expect.objectContaining({ field: 'autoscalingRules' })] }),
    )
  expect(check(['NO_SCALING', 'AUTO_SCALING'])).not.toThrow()
  expect(check()).not.toThrow()
})

test('rules are checked against the service that has them, and schedules against the calendar [P7.22]', async () => {
  const id = await deploy(null, { ports: [] })
  const set = (autoscalingRules: Rules) => it.call('updateAutoscalingRules', { id, autoscalingRules })
  await expect(set({ minReplicas: 0, maxReplicas: 1 })).rejects.toMatchObject({
    fields: [{ field: 'autoscalingRules.minReplicas' }],
  })
  const never = [{ schedule: '0 0 30 2 *', durationMinutes: 1, replicas: 1 }]
  await expect(set({ minReplicas: 1, maxReplicas: 1, schedules: never })).rejects.toMatchObject({
    fields: [{ field: 'autoscalingRules.schedules.0.schedule' }],
  })
  await remove(id)
})

test('rules of an earlier version are read with the defaults of newer fields', async () => {
  const id = await deploy(null)
  const stored = { web: { minReplicas: 1, maxReplicas: 2, cpuPercent: 80, memoryPercent: null, cooldownSeconds: 7 } }
  await it.store.pool.query('update instance set autoscaling_rules = $2 where id = $1', [id, stored])
  expect((await serviceOf(id))?.autoscalingRules).toEqual({
    minReplicas: 1,
    maxReplicas: 2,
    cpuPercent: 80,
    memoryPercent: null,
    requestsPerSecond: null,
    concurrentRequests: null,
    schedules: [],
    idleSeconds: 300,
    scaleUpCooldownSeconds: 7,
    scaleDownCooldownSeconds: 7,
  })
  await remove(id)
})
