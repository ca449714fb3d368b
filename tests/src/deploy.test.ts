import { expect, test } from 'vitest'
import type { Template } from '../../src/contract/wire/catalogue.ts'
import { deployDrafts, noDraft } from '../../src/instances/deploy-drafts.ts'
import { errorsByField, stepOfField, validateSettings } from '../../src/instances/deploy-errors.ts'
import { deploySettings } from '../../src/instances/deploy-settings.ts'
import { suggestedName } from '../../src/instances/suggested-name.ts'

const variable = (name: string, byDefault: string, required = false) => ({
  name,
  label: name,
  description: '',
  default: byDefault,
  required,
  secret: false,
  generated: false,
})
const postgres = {
  _id: 'postgres',
  name: 'PostgreSQL',
  services: [{ name: 'app', image: 'postgres:17', ports: [{ containerPort: 5432 }] }],
  serviceData: { variables: [variable('PASSWORD', '', true), variable('USER', 'postgres')] },
} as unknown as Template
const draft = noDraft('template postgres')
const chosen = {
  template: postgres,
  version: '',
  image: '',
  region: 'us-west',
  scalingMode: 'NO_SCALING' as const,
  planId: 'small',
  size: null,
}

test('a template provides defaults, and typed values override them', () => {
  const usual = deploySettings({ ...chosen, draft })
  expect(usual).toMatchObject({
    name: 'postgresql',
    image: 'postgres:17',
    templateId: 'postgres',
    environment: [{ name: 'USER', value: 'postgres' }],
    ports: [{ containerPort: '5432' }],
  })
  const typed = {
    ...draft,
    name: 'orders',
    values: { USER: 'ada' },
    extra: [
      { name: 'TZ', value: 'UTC' },
      { name: '', value: '' },
    ],
    ports: ['', '6000'],
  }
  expect(deploySettings({ ...chosen, draft: typed })).toMatchObject({
    name: 'orders',
    environment: [
      { name: 'USER', value: 'ada' },
      { name: 'TZ', value: 'UTC' },
    ],
    ports: [{ containerPort: '6000' }],
  })
})

test('maps errors to the wizard’s fields, also after blank ones', () => {
  const typed = {
    ...draft,
    values: { PASSWORD: 'long' },
    extra: [
      { name: '', value: '' },
      { name: '2BAD', value: '' },
    ],
    ports: ['', 'x'],
  }
  const errors = errorsByField(
    validateSettings(deploySettings({ ...chosen, draft: typed }), postgres, typed),
    postgres,
    typed,
  )
  expect(errors).toStrictEqual({
    'extra.1': 'Use letters, digits and underscores, and start with a letter or an underscore.',
    'ports.1': 'Not a whole number.',
  })
})

test('an empty required variable is an error of its field', () => {
  const errors = errorsByField(validateSettings(deploySettings({ ...chosen, draft }), postgres, draft), postgres, draft)
  expect(errors).toStrictEqual({ 'values.PASSWORD': 'Required.' })
})

test('an empty generated variable is no error, and is left to the server', () => {
  const generated = { ...variable('PASSWORD', '', true), secret: true, generated: true }
  const template = { ...postgres, serviceData: { variables: [generated] } }
  const settings = deploySettings({ ...chosen, template, draft })
  expect(validateSettings(settings, template, draft)).toStrictEqual([])
  expect(settings.environment).toStrictEqual([])
})

test('a version chooses the image, by its name or by the image of an earlier deployment', () => {
  const service = {
    ...postgres.services[0],
    command: ['serve'],
    versions: [
      { name: '17', image: 'postgres:17' },
      { name: '16', image: 'postgres:16' },
    ],
  }
  const template = { ...postgres, services: [service] } as Template
  const imageOf = (version: string) => deploySettings({ ...chosen, template, version, draft }).image
  expect(['', '17', '16', 'postgres:16', 'gone'].map(imageOf)).toStrictEqual(
    ['17', '17', '16', '16', '17'].map((version) => `postgres:${version}`),
  )
  expect(deploySettings({ ...chosen, template, draft }).command).toStrictEqual(['serve'])
})

test('maps server errors of variables and ports to the fields where they were typed', () => {
  const serverErrors = [
    { field: 'environment.0.value', message: 'Too long.' },
    { field: 'environment.1.name', message: 'Taken.' },
    { field: 'ports.0.containerPort', message: 'Kept for the host.' },
  ]
  const typed = { ...draft, extra: [{ name: 'TZ', value: 'UTC' }] }
  expect(errorsByField(serverErrors, postgres, typed)).toStrictEqual({
    'values.USER': 'Too long.',
    'extra.0': 'Taken.',
    'ports.0': 'Kept for the host.',
  })
})

test.each([
  ['image', 'what'],
  ['privateRegistry.password', 'what'],
  ['region', 'where'],
  ['memory', 'how-much'],
  ['ports.0', 'how'],
  ['values.PASSWORD', 'how'],
])('the field %s is in the step %s', (field, step) => {
  expect(stepOfField(field)).toBe(step)
})

test.each([
  ['ghcr.io/you/app:1', 'app'],
  ['registry.example.com:5000/team/api@sha256:abc', 'api'],
  ['Apache HTTP Server', 'apache-http-server'],
  ['nginx', 'nginx'],
  ['', ''],
])('%s suggests the name %s', (image, name) => {
  expect(suggestedName(image)).toBe(name)
})

test('changing the template or image discards the draft, but keeps the credentials', () => {
  const registry = { registry: 'ghcr.io', username: 'you', password: 'token' }
  const typed = deployDrafts.reduce(
    {},
    {
      type: 'ui/deployDraftChanged',
      projectId: 'p',
      source: 'image a',
      change: { name: 'mine', registry },
    },
  )
  const other = deployDrafts.reduce(typed, {
    type: 'ui/deployDraftChanged',
    projectId: 'p',
    source: 'image b',
    change: { ports: ['80'] },
  })
  expect(other).toStrictEqual({ p: { ...noDraft('image b'), registry, ports: ['80'] } })
})
