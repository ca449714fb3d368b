import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { StoredConfiguration } from '../../src/contract/wire/instance/instance-configuration.ts'
import { type ServiceSettings, service } from '../../src/contract/wire/instance/service.ts'
import { connectionString, connectionsOf } from '../../src/rules/connections/connections-of.ts'

type Given = { name: string; image: string; ports?: ServiceSettings['ports']; variables?: Record<string, boolean> }

const size = { cpuMilli: 100, memoryBytes: 134_217_728, storageBytes: 536_870_912 }
const configuration = (given: Given[], projectNetwork = false): StoredConfiguration => ({
  projectNetwork,
  privateRegistry: null,
  services: given.map(({ variables = {}, ...settings }) => ({
    ...v.parse(service, { ...settings, ...size }),
    files: [],
    environment: Object.entries(variables).map(([name, isSecret]) => ({ name, isSecret, digest: '' })),
  })),
})
const app: Given = {
  name: 'app',
  image: 'ghcr.io/you/app:1',
  ports: [{ containerPort: 8080, protocol: 'http', exposure: 'public' }],
}
const db: Given = {
  name: 'db',
  image: 'docker.io/library/postgres:17',
  ports: [{ containerPort: 5432, protocol: 'tcp', exposure: 'internal' }],
  variables: { POSTGRES_PASSWORD: true, POSTGRES_USER: false, POSTGRES_DB: false },
}
const values: Readonly<Record<string, string>> = {
  POSTGRES_USER: 'cap tain',
  POSTGRES_DB: 'x',
  POSTGRES_PASSWORD: 'deep',
}

test('a database has its address inside the instance, and a string whose secret password stays masked', () => {
  const [, found] = connectionsOf(configuration([app, db]), 'shop-abc')
  expect(found).toMatchObject({ service: 'db', label: 'PostgreSQL', inside: 'db:5432', project: null })
  expect(connectionString(found?.parts ?? [], (name) => values[name])).toBe('postgresql://cap%20tain:••••@db:5432/x')
  expect(connectionString(found?.parts ?? [], () => undefined)).toBe('postgresql://••••:••••@db:5432/••••')
  expect(found?.reference).toBe(
    `postgresql://\${db.POSTGRES_USER}:\${db.POSTGRES_PASSWORD}@\${db.host}:\${db.port}/\${db.POSTGRES_DB}`,
  )
})

test('a plain password is part of the string', () => {
  const plain = { ...db, variables: { POSTGRES_PASSWORD: false } }
  const [, found] = connectionsOf(configuration([app, plain]), 'shop-abc')
  expect(connectionString(found?.parts ?? [], (name) => values[name])).toBe(
    'postgresql://postgres:deep@db:5432/postgres',
  )
})

test('an instance on the project network has an address for other instances, a lone one has none otherwise', () => {
  expect(connectionsOf(configuration([db]), 'shop-abc')).toEqual([])
  const [found] = connectionsOf(configuration([db], true), 'shop-abc')
  expect(found).toMatchObject({ inside: null, project: 'db.shop-abc:5432', reference: null })
  expect(connectionString(found?.parts ?? [], () => undefined)).toContain('@db.shop-abc:5432/')
})

test.each([
  ['mariadb:11', { MARIADB_ROOT_PASSWORD: true }, 'mysql://root:••••@x:3306'],
  ['mysql', { MYSQL_USER: false, MYSQL_PASSWORD: true, MYSQL_ROOT_PASSWORD: true }, 'mysql://••••:••••@x:3306'],
  ['valkey/valkey:8', {}, 'redis://x:6379'],
  ['mongo:8', { MONGO_INITDB_ROOT_USERNAME: false, MONGO_INITDB_ROOT_PASSWORD: true }, 'mongodb://••••:••••@x:27017'],
  ['rabbitmq:4', {}, 'amqp://guest@x:5672'],
])('%s', (image, variables, expected) => {
  const [found] = connectionsOf(configuration([{ name: 'x', image, variables }, app]), undefined)
  expect(connectionString(found?.parts ?? [], () => undefined)).toBe(expected)
})

test('a web service has an address, and no string', () => {
  const [found] = connectionsOf(configuration([app, db]), undefined)
  expect(found).toMatchObject({ label: 'HTTP', inside: 'app:8080', parts: null, reference: null })
})
