import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InputOf } from '../../src/contract/contract.ts'
import type { InstanceId } from '../../src/contract/wire/common.ts'
import { visitorPermissions } from '../../src/rules/roles.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'

let harness: ComputeHarness
beforeAll(async () => {
  harness = await computeHarness()
})
afterAll(() => harness.close())

const size = { cpuMilli: 100, memoryBytes: 134_217_728, storageBytes: 536_870_912 }
const web = { name: 'web', image: 'longshore/hello:1', ports: [{ containerPort: 8080 }], ...size }
const clock = { name: 'clock', image: 'longshore/clock:1', ...size }

type Given = Partial<InputOf<'createInstance'>>
const create = async (settings: Given): Promise<InstanceId> => {
  const { organizationId, projectId } = harness
  const given = { organizationId, projectId, name: 'Fleet', region: 'us-west', ...settings }
  return (await harness.call('createInstance', given)).instance._id
}
const configured = (...services: NonNullable<Given['configuration']>['services']) =>
  create({ configuration: { services } })
const newest = async (id: InstanceId) => {
  const { deployments } = await harness.call('readDeployments', { id })
  const [first] = deployments
  if (!first) throw new Error('no deployment')
  return first
}
const sealed = async () => {
  const { rows } = await harness.store.pool.query(
    `select (select string_agg(configuration::text, '') from deployment) || (select string_agg(event::text, '')
       from organization_event) || (select coalesce(string_agg(after::text, ''), '') from audit_entry)
       || (select coalesce(string_agg(data::text, ''), '') from instance_event) as text`,
  )
  return String(rows[0].text)
}

test('an instance has several services, and what they need together is counted [P3.8] [P3.9] [P7.17]', async () => {
  const id = await configured({ ...web, replicas: 2, startAfter: ['clock'] }, clock)
  const instance = await harness.instance(id)
  expect(instance).toMatchObject({ cpu: 300, image: 'longshore/hello:1', ports: [{ containerPort: 8080 }] })
  expect(instance.services).toMatchObject([
    { name: 'web', replicas: 2, ports: [{ containerPort: 8080 }] },
    { name: 'clock', replicas: 1, ports: [] },
  ])
  expect((await newest(id)).configuration?.services).toMatchObject([
    { name: 'web', replicas: 2, restartPolicy: 'always', startAfter: ['clock'] },
    { name: 'clock', stopGraceMs: 10_000 },
  ])
})

test('settings that no engine honours yet are rejected at their field', async () => {
  const volumes = [{ name: 'data', class: 'beta2' as const, sizeBytes: 2_000_000, mountPath: '/data' }]
  await expect(configured(web, { ...clock, volumes })).rejects.toMatchObject({
    code: 'invalid',
    fields: [{ field: 'configuration.services.1.volumes', message: expect.any(String) }],
  })
  await expect(create({})).rejects.toMatchObject({ fields: [{ field: 'image', message: 'Required.' }] })
})

test('settings that this engine does not honour are rejected at their field, and the regions tell which it does', async () => {
  const files = [{ path: '/etc/app.conf', content: 'tide = high' }]
  const { regions } = await harness.call('readRegions', {})
  expect(regions[0]?.supportedSettings).not.toContain('files')
  await expect(configured({ ...web, files, user: '1000', stopSignal: 'SIGINT' })).rejects.toMatchObject({
    fields: ['user', 'files', 'stopSignal'].map((field) => ({ field: `configuration.services.0.${field}` })),
  })
})

test('a health check of a port that the service does not declare, or with a time limit over 30 seconds, is rejected at its field', async () => {
  const healthCheck = { kind: 'tcp' as const, port: 9090 }
  const field = 'configuration.services.0.healthCheck.port'
  await expect(configured({ ...web, healthCheck })).rejects.toMatchObject({ fields: [{ field }] })
  const id = await configured(web)
  await expect(harness.call('updateHealthCheck', { id, healthCheck })).rejects.toMatchObject({
    fields: [{ field: 'healthCheck.port' }],
  })
  const slow = { kind: 'command' as const, command: ['true'], timeoutMs: 30_001 }
  await expect(configured({ ...web, healthCheck: slow })).rejects.toMatchObject({
    fields: expect.arrayContaining([
      expect.objectContaining({ field: 'configuration.services.0.healthCheck.timeoutMs' }),
    ]),
  })
})

test('an update deploys a new configuration, and keeps values that are left out [P4.11] [P7.18]', async () => {
  const id = await configured({
    ...web,
    environment: [
      { name: 'GREETING', value: 'hello there' },
      { name: 'TOKEN', value: 'deep-sea-secret', isSecret: true },
    ],
  })
  const before = await newest(id)
  const environment = [
    { name: 'GREETING', value: 'changed' },
    { name: 'TOKEN', isSecret: true },
  ]
  const update = { id, baseDeployment: 1, configuration: { services: [{ ...web, environment }] } }
  const { instance } = await harness.call('updateInstance', update)
  expect(instance.deployments.map(({ number, reason }) => [number, reason])).toEqual([
    [2, 'update'],
    [1, 'create'],
  ])
  expect(instance.desiredDeployment).toBe(instance.deployments[0]?._id)
  const digests = (details: typeof before) =>
    details.configuration?.services[0]?.environment.map(({ digest }) => digest)
  const [earlier, later] = [digests(before) ?? [], digests(await newest(id)) ?? []]
  expect(later[0]).not.toBe(earlier[0])
  expect(later[1]).toBe(earlier[1])
  expect(await harness.call('revealVariable', { id, name: 'GREETING' })).toEqual({ value: 'changed' })
  await expect(harness.call('revealVariable', { id, name: 'TOKEN' })).rejects.toMatchObject({ code: 'notAllowed' })
  expect(await sealed()).not.toMatch(/deep-sea-secret|hello there/)
})

test('a secret cannot be made readable without its value', async () => {
  const id = await configured({ ...web, environment: [{ name: 'TOKEN', value: 'deep-sea', isSecret: true }] })
  const environment = [{ name: 'TOKEN', isSecret: false }]
  const update = harness.call('updateInstance', { id, configuration: { services: [{ ...web, environment }] } })
  await expect(update).rejects.toMatchObject({
    fields: [{ field: 'configuration.services.0.environment.0.value', message: 'Required.' }],
  })
})

test('of two updates at once the second is rejected, and names the author and what has changed', async () => {
  const id = await configured(web)
  const update = (change: object, baseDeployment = 1) =>
    harness.call('updateInstance', { id, baseDeployment, configuration: { services: [{ ...web, ...change }] } })
  const environment = [{ name: 'TOKEN', value: 'deep-sea-secret', isSecret: true }]
  const results = await Promise.allSettled([update({ replicas: 2, environment }), update({ replicas: 2, environment })])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const rejected = results.find((result) => result.status === 'rejected')
  expect(rejected?.reason).toMatchObject({
    code: 'deploymentConflict',
    message:
      'Ada has created deployment 2 meanwhile. It changes: Replicas of web, Variable TOKEN of web. ' +
      'Look at it before you deploy your changes.',
  })
  expect((await harness.instance(id)).deployments).toHaveLength(2)
  // After a look at it, the changes are deployed on top of the newer one.
  await update({ replicas: 3, environment: [{ name: 'TOKEN', isSecret: true }] }, 2)
  expect((await newest(id)).number).toBe(3)
})

test('fields of a single service change it, and several services need a whole configuration [P7.18]', async () => {
  const id = (await harness.deploy({ environment: [{ name: 'GREETING', value: 'hello' }] }))._id
  await harness.call('updateInstance', { id, ports: [{ containerPort: 9000 }] })
  expect((await newest(id)).configuration?.services).toMatchObject([
    { name: 'app', environment: [{ name: 'GREETING' }], ports: [{ containerPort: 9000, protocol: 'http' }] },
  ])
  const several = await configured(web, clock)
  await expect(harness.call('updateInstance', { id: several, image: 'longshore/hello:1' })).rejects.toMatchObject({
    fields: [{ field: 'configuration', message: expect.any(String) }],
  })
})

test('restart, redeployment and rollback are deployments that name what they repeat [P7.18] [P7.29]', async () => {
  const id = await configured(web)
  await harness.call('updateInstance', { id, configuration: { services: [{ ...web, replicas: 2 }] } })
  await harness.call('redeployInstance', { id })
  await harness.call('rollbackInstance', { id, deploymentNumber: 1 })
  await harness.call('restartInstance', { id })
  const { deployments } = await harness.call('readDeployments', { id })
  expect(deployments.map(({ number, reason }) => [number, reason])).toEqual([
    [5, 'restart'],
    [4, 'rollback'],
    [3, 'redeploy'],
    [2, 'update'],
    [1, 'create'],
  ])
  expect(deployments.slice(1).map(({ repeats }) => repeats)).toEqual([1, 2, null, null])
  expect(deployments[1]?.configuration?.services[0]?.replicas).toBe(1)
  await expect(harness.call('rollbackInstance', { id, deploymentNumber: 9 })).rejects.toMatchObject({
    code: 'deploymentGone',
  })
})

test('a closed instance starts again with an update, and one that is deleted does not', async () => {
  const { organizationId } = harness
  const id = (await harness.deploy())._id
  await harness.call('closeInstance', { id, organizationId })
  await harness.inState(id, 'Closed')
  await harness.call('restartInstance', { id })
  await harness.inState(id, 'Active')
  await harness.call('deleteInstance', { id })
  const late = harness.call('restartInstance', { id })
  await expect(late).rejects.toMatchObject({ code: expect.stringMatching(/instanceEnding|notFound/) })
})

test('rules change without a deployment, a health check with one [P7.22] [P7.62]', async () => {
  const id = await configured(web, clock)
  const rules = { minReplicas: 1, maxReplicas: 3, cpuPercent: 70 }
  const { instance } = await harness.call('updateAutoscalingRules', {
    id,
    serviceName: 'clock',
    autoscalingRules: rules,
  })
  expect(instance.services.map(({ autoscalingRules }) => autoscalingRules?.maxReplicas)).toEqual([undefined, 3])
  expect(instance.deployments).toHaveLength(1)
  await harness.call('updateHealthCheck', { id, healthCheck: { kind: 'http', path: '/ready', port: 8080 } })
  expect((await newest(id)).configuration?.services[0]?.healthCheck).toMatchObject({ path: '/ready', retries: 3 })
  await harness.call('updateInstance', { id, configuration: { services: [{ ...web, replicas: 2 }] } })
  await harness.call('closeInstance', { id, organizationId: harness.organizationId })
  const unknown = await configured(web, clock)
  await expect(
    harness.call('updateHealthCheck', { id: unknown, serviceName: 'db', healthCheck: null }),
  ).rejects.toMatchObject({
    fields: [{ field: 'serviceName', message: expect.stringContaining('web, clock') }],
  })
})

test('several instances end with a result each, and none of another organisation [P7.20] [P7.21]', async () => {
  const { organizationId } = harness
  const [one, other] = [await configured(clock), '00000000-0000-4000-8000-000000000000' as InstanceId]
  const { results } = await harness.call('closeInstances', { organizationId, instanceIds: [other, one] })
  expect(results).toMatchObject([
    { instanceId: other, ok: false, error: { error: 'notFound' } },
    { instanceId: one, ok: true, error: null },
  ])
  await harness.call('deleteInstances', { organizationId, instanceIds: [one] })
  await harness.waitUntilDeleted(one)
})

test('instances of one source share a cluster, which is deleted with them [P3.6] [P7.12] [P7.13] [P7.16]', async () => {
  const { organizationId, projectId } = harness
  const source = { clusterUrl: 'https://example.org/fleet.git', clusterName: 'fleet', clusterProvider: 'github' }
  const deploy = () =>
    harness.call('createClusterInstance', {
      ...source,
      organizationId,
      projectId,
      name: 'Ship',
      region: 'us-west',
      configuration: { services: [clock] },
    })
  const made = await Promise.all([deploy(), deploy()])
  const { clusters } = await harness.call('readClusters', { id: organizationId })
  expect(clusters).toMatchObject([{ name: 'fleet', repository: source.clusterUrl, instanceReport: { total: 2 } }])
  const id = made[0].instance.cluster
  if (!id) throw new Error('no cluster')
  expect(made[1].instance.cluster).toBe(id)
  expect((await harness.call('readClusterInstances', { id })).totalCount).toBe(2)
  await Promise.all(made.map(({ instance }) => harness.inState(instance._id, 'Active')))
  expect((await harness.call('readClusterInstances', { id, state: 'Active' })).totalCount).toBe(2)
  expect((await harness.call('readClusterInstances', { id, state: 'Closed' })).totalCount).toBe(0)
  expect(await harness.call('countClusterInstances', { id })).toMatchObject({ total: 2, active: 2 })
  const daily = made.reduce((sum, { instance }) => sum + (instance.extendedInstances[0]?.defaultDailyTopup ?? 0), 0)
  expect(await harness.call('readClusterFunds', { id })).toMatchObject({ dailyMicros: daily })
  expect((await harness.call('readCluster', { id })).cluster).toMatchObject({
    _id: id,
    name: 'fleet',
    repository: source.clusterUrl,
    provider: 'github',
    tags: [],
    topupReport: { defaultDailyTopUp: daily },
  })
  const visit = { scope: { organizationId, role: null, permissions: visitorPermissions } }
  expect((await harness.call('readCluster', { id }, visit)).cluster.topupReport).toBeNull()
  const ofOrganization = { id: organizationId }
  const visited = await harness.call('readComputeWalletUsage', ofOrganization, visit)
  expect(visited).toMatchObject({ usedMicros: null, dailyMicros: null })
  const own = await harness.call('readComputeWalletUsage', ofOrganization)
  expect(own.usedMicros).toBeGreaterThanOrEqual(0)
  await harness.call('deleteCluster', { id })
  for (const { instance } of made) await harness.waitUntilDeleted(instance._id)
  expect((await harness.events()).map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['clusterCreated', 'clusterRemoved']),
  )
})

test('visitors see deployments without configurations and authors [P6.3] [P7.25] [P7.28]', async () => {
  const { organizationId, projectId } = harness
  const id = await configured(clock)
  const visit = { scope: { organizationId, role: null, permissions: visitorPermissions } }
  const { deployments } = await harness.call('readProjectDeployments', { id: projectId }, visit)
  const found = deployments.find(({ instanceId }) => instanceId === id)
  expect(found).toMatchObject({ number: 1, createdBy: null, configuration: null })
  const { events } = await harness.call('readInstanceEvents', { id })
  expect(events).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'instanceCreated', actor: { userId: harness.userId, name: 'Ada' } }),
    ]),
  )
})
