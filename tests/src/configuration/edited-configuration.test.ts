import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import {
  type InstanceConfiguration,
  instanceConfiguration,
} from '../../../src/contract/wire/instance/instance-configuration.ts'
import { service } from '../../../src/contract/wire/instance/service.ts'
import { configurationErrors, errorsByField } from '../../../src/instances/configuration/configuration-errors.ts'
import {
  addService,
  changeService,
  isEdited,
  rebase,
  removeService,
  startEditing,
} from '../../../src/instances/configuration/edited-configuration.ts'
import { typedConfiguration } from '../../../src/instances/configuration/typed-configuration.ts'
import { configurations } from '../../rules/configuration/configuration-arbitrary.ts'
import { savedConfiguration, storedService } from './sample-service.ts'

const base = savedConfiguration(4)
const typed = (edited: ReturnType<typeof startEditing>) => typedConfiguration(edited.services)

test('an unchanged configuration is sent as it was saved, without the values of variables and files', () => {
  const edited = startEditing(base)
  expect(isEdited(edited)).toBe(false)
  const [first] = base.configuration.services
  expect(typed(edited)).toEqual({
    services: [
      {
        ...first,
        environment: [
          { name: 'GREETING', isSecret: false },
          { name: 'PASSWORD', isSecret: true },
        ],
        files: [{ path: '/etc/app.conf', mode: 0o644, isSecret: false }],
      },
    ],
  })
  expect(v.is(instanceConfiguration, typed(edited))).toBe(true)
})

/** As the server stores it: without the values of variables and files. */
const asStored = ({ services, projectNetwork }: InstanceConfiguration) => ({
  projectNetwork,
  privateRegistry: null,
  services: services.map((service) => ({
    ...service,
    environment: service.environment.map(({ name, isSecret }) => ({ name, isSecret, digest: '' })),
    files: service.files.map(({ path, mode, isSecret }) => ({ path, mode, isSecret, digest: '' })),
  })),
})

test('a save keeps every field that the user did not change, whatever the form shows', () => {
  fc.assert(
    fc.property(configurations({ hasSecrets: true }), (given) => {
      const saved = asStored(given)
      const edited = startEditing({ number: 1, configuration: saved })
      const key = saved.services[0]?.name ?? ''
      const { services } = v.parse(
        instanceConfiguration,
        typed(changeService(edited, key, { user: '4711', replicas: 7 })),
      )
      expect(services.map(({ environment: _, files: __, ...service }) => service)).toEqual(
        saved.services.map(({ environment: _, files: __, ...service }) =>
          service.name === key ? { ...service, user: '4711', replicas: 7 } : service,
        ),
      )
      expect(Object.keys(services[0] ?? {}).toSorted()).toEqual(Object.keys(service.entries).toSorted())
      expect(services.map(({ environment, files }) => [environment, files])).toEqual(
        saved.services.map(({ environment, files }) => [
          environment.map(({ digest: _, ...variable }) => variable),
          files.map(({ digest: _, ...file }) => file),
        ]),
      )
    }),
    { numRuns: 100 },
  )
})

test('a change is a change until it is undone', () => {
  const edited = changeService(startEditing(base), 'app', { replicas: 3 })
  expect(isEdited(edited)).toBe(true)
  expect(typed(edited).services[0]?.replicas).toBe(3)
  expect(isEdited(changeService(edited, 'app', { replicas: 2 }))).toBe(false)
})

test('units are converted, and lines become arguments', () => {
  const edited = changeService(startEditing(base), 'app', {
    cpu: 0.25,
    memoryMib: 128,
    storageGib: 2,
    command: 'sh\n-c\n\necho $HOME',
    stopGraceSeconds: 1.5,
  })
  expect(typed(edited).services[0]).toMatchObject({
    cpuMilli: 250,
    memoryBytes: 134_217_728,
    storageBytes: 2_147_483_648,
    command: ['sh', '-c', 'echo $HOME'],
    stopGraceMs: 1500,
  })
})

test('services that start after a renamed service follow it, and forget a removed one', () => {
  const saved = savedConfiguration(1, storedService(), storedService({ name: 'worker', startAfter: ['app'] }))
  const renamed = changeService(startEditing(saved), 'app', { name: 'web' })
  expect(typed(renamed).services[1]?.startAfter).toEqual(['web'])
  expect(typed(removeService(renamed, 'app')).services[0]?.startAfter).toEqual([])
})

test('a new service gets a key of its own and the resources of the last one', () => {
  const first = addService(startEditing(base))
  const second = addService(first.edited)
  expect(new Set(second.edited.services.map(({ key }) => key)).size).toBe(3)
  expect(second.edited.services.at(-1)).toMatchObject({ name: '', image: '', cpu: 0.5, environment: [], replicas: 1 })
})

test('errors stand at their fields, also after blank rows', () => {
  const edited = changeService(startEditing(base), 'app', {
    image: '',
    cpu: null,
    environment: [
      { name: '', value: '', isSecret: false, isSaved: false },
      { name: '2BAD', value: 'x', isSecret: false, isSaved: false },
    ],
    ports: [
      { containerPort: ' ', protocol: 'http', exposure: 'public' },
      { containerPort: '99999', protocol: 'tcp', exposure: 'internal' },
    ],
  })
  expect(configurationErrors(edited.services)).toMatchObject({
    'app image': 'Required.',
    'app cpuMilli': 'Enter a number.',
    'app environment.1.name': expect.stringContaining('Use letters'),
    'app ports.1.containerPort': 'Must be from 1 to 65535.',
  })
  const fromServer = [{ field: 'configuration.services.0.healthCheck.port', message: 'No such port.' }]
  expect(errorsByField(fromServer, edited.services)).toEqual({ 'app healthCheck.port': 'No such port.' })
})

test('a renamed service needs its saved values again', () => {
  const saved = savedConfiguration(1, storedService({ files: [] }))
  const renamed = changeService(startEditing(saved), 'app', { name: 'web' })
  expect(configurationErrors(renamed.services)).toEqual({ 'app name': expect.stringContaining('Enter them again') })
  const [first] = renamed.services
  const environment = first?.environment.map((variable) => ({ ...variable, value: 'new' })) ?? []
  expect(configurationErrors(changeService(renamed, 'app', { environment }).services)).toEqual({})
  const withFiles = changeService(startEditing(base), 'app', { name: 'web', environment })
  expect(configurationErrors(withFiles.services)).toEqual({
    'app name': 'The contents of its files are saved under the old name. Enter them again, or keep the name.',
  })
})

test('errors of the whole stand under services', () => {
  const { edited, key } = addService(startEditing(base))
  const twice = changeService(edited, key, { name: 'app', image: 'nginx' })
  expect(configurationErrors(twice.services)).toEqual({ services: 'Use each name only once.' })
})

test('changes based on a newer deployment keep its values and ask for those that it does not have', () => {
  const edited = changeService(startEditing(base), 'app', { replicas: 5 })
  const newer = savedConfiguration(
    5,
    storedService({ environment: [{ name: 'GREETING', isSecret: false, digest: 'z' }], image: 'nginx:1.29' }),
  )
  const rebased = rebase(edited, newer)
  expect(rebased.base.number).toBe(5)
  expect(rebased.services[0]).toMatchObject({ replicas: 5, image: 'nginx:alpine' })
  expect(rebased.services[0]?.environment).toMatchObject([
    { name: 'GREETING', value: null, isSaved: true },
    { name: 'PASSWORD', value: '', isSaved: false },
  ])
})
