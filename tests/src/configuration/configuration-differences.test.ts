import * as v from 'valibot'
import { expect, test } from 'vitest'
import { instanceConfiguration } from '../../../src/contract/wire/instance/instance-configuration.ts'
import { configurationDifferences, storedFrom } from '../../../src/instances/configuration/configuration-differences.ts'
import { changeService, startEditing } from '../../../src/instances/configuration/edited-configuration.ts'
import { typedConfiguration } from '../../../src/instances/configuration/typed-configuration.ts'
import { savedConfiguration, storedService } from './sample-service.ts'

const { configuration } = savedConfiguration(1)
const of = (service: Parameters<typeof storedService>[0]) => savedConfiguration(2, storedService(service)).configuration

test('equal configurations have no differences', () => {
  expect(configurationDifferences(configuration, of({}))).toEqual([])
})

test('each field that differs is listed with both values', () => {
  expect(configurationDifferences(configuration, of({ image: 'nginx:1.29', command: null, replicas: 3 }))).toEqual([
    { service: 'app', field: 'Image', before: 'nginx:alpine', after: 'nginx:1.29' },
    { service: 'app', field: 'Command', before: 'serve --port 8080', after: null },
    { service: 'app', field: 'Replicas', before: '2', after: '3' },
  ])
})

test('of variables and files, only the change is known', () => {
  const changed = of({
    environment: [
      { name: 'GREETING', isSecret: false, digest: 'other' },
      { name: 'ADDED', isSecret: true, digest: 'd' },
    ],
    files: [],
  })
  expect(configurationDifferences(configuration, changed)).toEqual([
    { service: 'app', field: 'Variable GREETING', before: 'Saved value', after: 'New value' },
    { service: 'app', field: 'Variable PASSWORD', before: 'Saved value', after: null },
    { service: 'app', field: 'File /etc/app.conf', before: 'Saved value', after: null },
    { service: 'app', field: 'Variable ADDED', before: null, after: 'Saved value' },
  ])
})

test('added and removed services are listed with all their settings', () => {
  const worker = storedService({ name: 'worker' })
  const differences = configurationDifferences(configuration, savedConfiguration(2, worker).configuration)
  expect(differences.filter(({ service }) => service === 'app').every(({ after }) => after === null)).toBe(true)
  expect(differences).toContainEqual({ service: 'worker', field: 'Image', before: null, after: 'nginx:alpine' })
})

test('of an edited configuration, typed values are new and kept ones are equal', () => {
  const [service] = startEditing({ number: 1, configuration }).services
  const environment = service?.environment.map((one) => (one.name === 'PASSWORD' ? { ...one, value: 'x' } : one)) ?? []
  const edited = changeService(startEditing({ number: 1, configuration }), 'app', { environment })
  const settings = v.parse(instanceConfiguration, typedConfiguration(edited.services))
  expect(configurationDifferences(configuration, storedFrom(settings, configuration))).toEqual([
    { service: 'app', field: 'Variable PASSWORD', before: 'Saved value', after: 'New value' },
  ])
})
