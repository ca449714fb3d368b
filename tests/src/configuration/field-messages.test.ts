import * as v from 'valibot'
import { expect, test } from 'vitest'
import { healthCheck } from '../../../src/contract/wire/instance/health-check.ts'
import { configurationErrors } from '../../../src/instances/configuration/configuration-errors.ts'
import { rejectedFields } from '../../../src/instances/configuration/rejected-fields.ts'
import { healthCheckDraft, onlyPortOf, serviceDraft } from '../../../src/instances/configuration/service-draft.ts'
import { typedHealthCheck } from '../../../src/instances/configuration/typed-configuration.ts'
import { newJobDraft, typedJob } from '../../../src/instances/jobs/job-draft.ts'
import { fieldMessage } from '../../../src/rules/validation/field-message.ts'
import { storedService } from './sample-service.ts'

test('an empty port or number is asked for in plain words', () => {
  const typed = typedHealthCheck({ ...healthCheckDraft(null), kind: 'tcp', retries: null })
  const { issues = [] } = v.safeParse(healthCheck, typed)
  const messages = issues.map((issue) => [v.getDotPath(issue), fieldMessage(issue)])
  expect(messages).toEqual([
    ['port', 'Enter a port.'],
    ['retries', 'Enter a number.'],
  ])
  const job = typedJob(
    { ...newJobDraft('app', 'UTC'), name: 'nightly', keptRuns: null, timeoutSeconds: null },
    new Date(0),
  )
  expect(job).toMatchObject({ errors: { keptRuns: 'Enter a number.', timeoutSeconds: 'Enter a number.' } })
})

test('a new health check begins with the only port that it can mean', () => {
  expect(onlyPortOf([{ containerPort: 80, protocol: 'http' }])).toBe(80)
  expect(
    onlyPortOf([
      { containerPort: 80, protocol: 'http' },
      { containerPort: 53, protocol: 'udp' },
    ]),
  ).toBe(80)
  expect(
    onlyPortOf([
      { containerPort: 80, protocol: 'http' },
      { containerPort: 81, protocol: 'tcp' },
    ]),
  ).toBeNull()
  expect(healthCheckDraft(null, 80)).toMatchObject({ kind: 'none', port: '80' })
})

test('several replicas with a volume are an error of the replicas', () => {
  const volume = { name: 'data', class: 'beta2' as const, sizeBytes: 2 ** 30, mountPath: '/data' }
  const draft = serviceDraft(storedService({ name: 'app', replicas: 2, volumes: [volume] }))
  expect(configurationErrors([draft])['app replicas']).toBe(
    'A volume has one writer. Set app to one replica, or remove the volume.',
  )
  expect(configurationErrors([{ ...draft, replicas: 1 }])['app replicas']).toBeUndefined()
})

test('errors of the server name the service and its field', () => {
  const services = [{ name: 'app' }, { name: 'db' }]
  const of = (field: string) => rejectedFields([{ field, message: 'No.' }], services)[0]?.place
  expect(of('configuration.services.0.volumes.0')).toBe('app, Volumes')
  expect(of('configuration.services.1.environment.2.name')).toBe('db, Variables')
  expect(of('configuration.services.1')).toBe('db')
  expect(of('configuration')).toBe('')
})
