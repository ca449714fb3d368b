import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDeploymentSecrets } from '../../server/compute/deployments/deployment-secrets.ts'
import type { InputOf } from '../../src/contract/contract.ts'
import type { InstanceId } from '../../src/contract/wire/common.ts'
import type { VariableGroup } from '../../src/contract/wire/project/variable-group.ts'
import { compareConfigurations } from '../../src/rules/deployments/compare-configurations.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'

let harness: ComputeHarness
beforeAll(async () => {
  harness = await computeHarness()
})
afterAll(() => harness.close())

type Variables = InputOf<'createVariableGroup'>['variables']
type Service = NonNullable<InputOf<'createInstance'>['configuration']>['services'][number]

const SECRET = 'a-secret-of-a-group'
const service = (variableGroups: string[], environment: Service['environment'] = []): Service => ({
  name: 'app',
  image: 'longshore/clock:1',
  cpuMilli: 100,
  memoryBytes: 134_217_728,
  storageBytes: 536_870_912,
  variableGroups,
  environment,
})
const group = async (name: string, variables: Variables): Promise<VariableGroup> =>
  (await harness.call('createVariableGroup', { id: harness.projectId, name, variables })).variableGroup
const deploy = async (given: Service): Promise<InstanceId> => {
  const { organizationId, projectId } = harness
  const settings = { organizationId, projectId, name: 'Fleet', region: 'us-west', configuration: { services: [given] } }
  return (await harness.call('createInstance', settings)).instance._id
}
const deploymentsOf = async (id: InstanceId) => (await harness.call('readDeployments', { id })).deployments
const valuesOf = async (id: InstanceId): Promise<Record<string, string>> => {
  const [newest] = await deploymentsOf(id)
  if (!newest) throw new Error('no deployment')
  const found = await createDeploymentSecrets('a secret of these tests, long enough').read(harness.store.db, newest._id)
  return Object.fromEntries((found?.variables ?? []).map(({ name, value }) => [name, value]))
}
const users = async ({ _id }: VariableGroup) =>
  (await harness.call('readVariableGroupUsers', { id: _id })).instances.map(({ name, isCurrent }) => [name, isCurrent])

test('a later group replaces the values of an earlier one, and own variables those of all', async () => {
  await group('first', [
    { name: 'A', value: 'first' },
    { name: 'B', value: 'first' },
    { name: 'C', value: 'first' },
  ])
  await group('second', [
    { name: 'B', value: 'second' },
    { name: 'C', value: 'second' },
  ])
  const id = await deploy(
    service(
      ['first', 'second'],
      [
        { name: 'C', value: 'own' },
        { name: 'D', value: `\${app.B}` },
      ],
    ),
  )
  expect(await valuesOf(id)).toEqual({ A: 'first', B: 'second', C: 'own', D: 'second' })
  const [newest] = await deploymentsOf(id)
  expect(newest?.configuration?.services[0]).toMatchObject({
    environment: [{ name: 'C' }, { name: 'D', references: ['app.B'] }],
    groupVariables: [
      { name: 'A', group: 'first' },
      { name: 'B', group: 'second' },
    ],
  })
  expect((await harness.instance(id)).environment.map(({ name }) => name).toSorted()).toEqual(['A', 'B', 'C', 'D'])
})

test('a deployment keeps the values of its groups, and a redeployment reads them anew', async () => {
  const made = await group('shared', [
    { name: 'MODE', value: 'calm' },
    { name: 'TOKEN', value: SECRET, isSecret: true },
  ])
  const id = await deploy(service(['shared']))
  expect(await users(made)).toEqual([['Fleet', true]])
  const { variableGroup } = await harness.call('updateVariableGroup', {
    id: made._id,
    revision: 1,
    variables: [
      { name: 'MODE', value: 'rough' },
      { name: 'TOKEN', isSecret: true },
    ],
  })
  expect(variableGroup).toMatchObject({ revision: 2, variables: [{ name: 'MODE' }, { name: 'TOKEN', isSecret: true }] })
  expect(await users(made)).toEqual([['Fleet', false]])
  await harness.call('restartInstance', { id })
  expect(await valuesOf(id)).toEqual({ MODE: 'calm', TOKEN: SECRET })
  await harness.call('redeployInstance', { id })
  expect(await valuesOf(id)).toEqual({ MODE: 'rough', TOKEN: SECRET })
  expect(await users(made)).toEqual([['Fleet', true]])
  await harness.call('rollbackInstance', { id, deploymentNumber: 1 })
  expect(await valuesOf(id)).toEqual({ MODE: 'calm', TOKEN: SECRET })
  const [newest, redeployed] = await deploymentsOf(id)
  if (!newest?.configuration || !redeployed?.configuration) throw new Error('no configuration')
  expect(compareConfigurations(newest.configuration, redeployed.configuration)).toEqual([
    { kind: 'valueChanged', service: 'app', field: 'environment', name: 'MODE' },
  ])
  const stale = harness.call('updateVariableGroup', { id: made._id, revision: 1, variables: [] })
  await expect(stale).rejects.toMatchObject({ code: 'invalid' })
})

test('secrets are write-only, plain values are revealed with an audit entry, and neither is in events', async () => {
  const made = await group('sealed', [
    { name: 'PLAIN', value: 'a plain value' },
    { name: 'TOKEN', value: SECRET, isSecret: true },
  ])
  const reveal = (name: string) => harness.call('revealGroupVariable', { id: made._id, name })
  expect(await reveal('PLAIN')).toEqual({ value: 'a plain value' })
  await expect(reveal('TOKEN')).rejects.toMatchObject({ code: 'notAllowed' })
  const readable = harness.call('updateVariableGroup', {
    id: made._id,
    variables: [{ name: 'TOKEN', isSecret: false }],
  })
  await expect(readable).rejects.toMatchObject({ fields: [{ field: 'variables.0.value', message: 'Required.' }] })
  const { rows } = await harness.store.pool.query(
    `select (select string_agg(event::text, '') from organization_event)
       || (select string_agg(concat(action, target, after::text), '') from audit_entry)
       || (select string_agg(concat(name, variables::text, encode(sealed, 'escape')), '') from variable_group) as text`,
  )
  expect(rows[0].text).not.toMatch(/a-secret-of-a-group|a plain value/)
  expect(rows[0].text).toContain('variableGroup.variableRevealedPLAIN of sealed')
})

test('an unknown group, and one of another project, are errors at their field', async () => {
  const { organizationId } = harness
  const other = await harness.call('createProject', { organizationId, name: 'Second project' })
  await harness.call('createVariableGroup', { id: other._id, name: 'elsewhere', variables: [] })
  await expect(deploy(service(['elsewhere']))).rejects.toMatchObject({
    code: 'invalid',
    fields: [{ field: 'configuration.services.0.variableGroups.0' }],
  })
})

test('a group in use is not deleted, and its users are named', async () => {
  const made = await group('needed', [{ name: 'MODE', value: 'calm' }])
  const id = await deploy(service(['needed']))
  const remove = () => harness.call('deleteVariableGroup', { id: made._id })
  await expect(remove()).rejects.toMatchObject({
    code: 'variableGroupInUse',
    message: 'Fleet includes this group. Remove it there first.',
  })
  await harness.call('updateInstance', { id, configuration: { services: [service([])] } })
  await remove()
  const events = (await harness.events()).filter(({ kind }) => kind.startsWith('variableGroup'))
  expect(events.at(-1)).toEqual({ kind: 'variableGroupRemoved', id: made._id })
})

test('a name is used once in a project', async () => {
  await group('once', [])
  await expect(group('once', [])).rejects.toMatchObject({ fields: [{ field: 'name' }] })
})
