import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDeploymentSecrets } from '../../server/compute/deployments/deployment-secrets.ts'
import type { InputOf } from '../../src/contract/contract.ts'
import type { InstanceId } from '../../src/contract/wire/common.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'

let harness: ComputeHarness
beforeAll(async () => {
  harness = await computeHarness()
})
afterAll(() => harness.close())

type Given = Partial<InputOf<'createInstance'>>
type Service = NonNullable<Given['configuration']>['services'][number]

const size = { cpuMilli: 100, memoryBytes: 134_217_728, storageBytes: 536_870_912 }
const app = (environment: Service['environment'] = []): Service => ({
  name: 'app',
  image: 'longshore/hello:1',
  ports: [{ containerPort: 8080 }],
  ...size,
  environment,
})
const db = (password?: string): Service => ({
  name: 'db',
  image: 'longshore/clock:1',
  ...size,
  environment: [
    { name: 'PASSWORD', isSecret: true, ...(password !== undefined && { value: password }) },
    { name: 'USER', ...(password !== undefined && { value: 'captain' }) },
  ],
})
const url = (value?: string) => ({ name: 'URL', ...(value !== undefined && { value }) })
const URL_VALUE = `postgres://\${db.USER}:\${db.PASSWORD}@\${db.host}/x?via=\${app.port}&raw=$\${db.USER}`

const create = async (...services: Service[]): Promise<InstanceId> => {
  const { organizationId, projectId } = harness
  const given = { organizationId, projectId, name: 'Fleet', region: 'us-west', configuration: { services } }
  return (await harness.call('createInstance', given)).instance._id
}
const newest = async (id: InstanceId) => {
  const [first] = (await harness.call('readDeployments', { id })).deployments
  if (!first) throw new Error('no deployment')
  return first
}
/** Returns what the newest deployment passes to a service. */
const resolvedOf = async (id: InstanceId, name: string, service = 'app') => {
  const secrets = createDeploymentSecrets('a secret of these tests, long enough')
  const values = await secrets.read(harness.store.db, (await newest(id))._id)
  return values?.variables.find((variable) => variable.service === service && variable.name === name)?.value
}

test('a reference is replaced when it is deployed, and is secret if any part of it is', async () => {
  const id = await create(app([url(URL_VALUE), { name: 'WHO', value: `\${db.USER}` }]), db('deep-sea'))
  expect(await resolvedOf(id, 'URL')).toBe(`postgres://captain:deep-sea@db/x?via=8080&raw=\${db.USER}`)
  expect((await newest(id)).configuration?.services[0]?.environment).toMatchObject([
    { name: 'URL', isSecret: true, references: ['db.USER', 'db.PASSWORD', 'db.host', 'app.port'] },
    { name: 'WHO', isSecret: false, references: ['db.USER'] },
  ])
  const reveal = (name: string) => harness.call('revealVariable', { id, name, serviceName: 'app' })
  expect(await reveal('WHO')).toEqual({ value: 'captain' })
  await expect(reveal('URL')).rejects.toMatchObject({ code: 'notAllowed' })
  const { rows } = await harness.store.pool.query(
    `select coalesce(string_agg(event::text, ''), '') || (select string_agg(configuration::text, '') from deployment)
       || (select coalesce(string_agg(after::text, ''), '') from audit_entry) as text from organization_event`,
  )
  expect(rows[0].text).not.toContain('deep-sea')
})

test('an update resolves a kept reference again, and a rollback repeats what its deployment resolved', async () => {
  const id = await create(app([url(`\${db.PASSWORD}`)]), db('first-password'))
  await harness.call('updateInstance', {
    id,
    configuration: { services: [app([{ ...url(), isSecret: true }]), db('second-password')] },
  })
  expect(await resolvedOf(id, 'URL')).toBe('second-password')
  await harness.call('rollbackInstance', { id, deploymentNumber: 1 })
  expect(await resolvedOf(id, 'URL')).toBe('first-password')
  expect((await newest(id)).configuration?.services[0]?.environment).toMatchObject([{ references: ['db.PASSWORD'] }])
  await harness.call('redeployInstance', { id })
  expect(await resolvedOf(id, 'URL')).toBe('first-password')
})

test('a kept value is used as it is, whatever it contains', async () => {
  const id = await create(app([url(`$\${db.USER}`)]), db('deep-sea'))
  await harness.call('updateInstance', { id, configuration: { services: [app([url()]), db()] } })
  expect(await resolvedOf(id, 'URL')).toBe(`\${db.USER}`)
})

test.each([
  ['an unknown service', `\${cache.URL}`, 'There is no service “cache”.'],
  ['an unknown variable', `\${db.NONE}`, 'db has no variable NONE.'],
  ['itself', `\${app.URL}`, 'It refers to itself.'],
  ['a cycle', `\${app.OTHER}`, 'It refers to itself: app.URL → app.OTHER → app.URL.'],
])('%s is an error at its field', async (_, value, message) => {
  const made = create(app([{ name: 'OTHER', value: `\${app.URL}` }, url(value)]), db('deep-sea'))
  const error = await made.catch((rejected: unknown) => rejected)
  expect(error).toMatchObject({ code: 'invalid' })
  const { fields } = error as { fields: { field: string; message: string }[] }
  const found = fields.filter(({ field }) => field === 'configuration.services.0.environment.1.value')
  const others = fields.filter(({ field }) => field === 'configuration.services.0.environment.0.value')
  expect([...found, ...others].map((field) => field.message).join(' ')).toMatch(
    message.includes('→') ? /It refers to itself: app\.\w+ → app\.\w+ → app\.\w+\./ : message,
  )
  expect(found).toHaveLength(1)
})

test('the fields of a single service have references too, and errors at their own field', async () => {
  const { organizationId, projectId } = harness
  const settings = (value: string) => ({
    organizationId,
    projectId,
    name: 'Boat',
    region: 'us-west',
    image: 'longshore/hello:1',
    machineImageId: 'nano',
    ports: [{ containerPort: 8080 }],
    environment: [{ name: 'SELF', value }],
  })
  const { instance } = await harness.call('createInstance', settings(`http://localhost:\${app.port}`))
  expect(await harness.call('revealVariable', { id: instance._id, name: 'SELF' })).toEqual({
    value: 'http://localhost:8080',
  })
  await expect(harness.call('createInstance', settings(`\${web.port}`))).rejects.toMatchObject({
    fields: [{ field: 'environment.0.value' }],
  })
})
