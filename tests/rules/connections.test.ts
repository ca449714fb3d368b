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
  const [, found] = connectionsOf(configuration([app, db]), { networkName: 'shop-abc' })
  expect(found).toMatchObject({
    service: 'db',
    label: 'PostgreSQL',
    ports: [{ port: 5432, protocol: 'tcp', inside: 'db:5432', project: null }],
    strings: [{ reach: 'instance' }],
  })
  expect(connectionString(found?.strings[0]?.parts ?? [], (name) => values[name])).toBe(
    'postgresql://cap%20tain:••••@db:5432/x',
  )
  expect(connectionString(found?.strings[0]?.parts ?? [], () => undefined)).toBe('postgresql://••••:••••@db:5432/••••')
  expect(found?.reference).toBe(
    `postgresql://\${db.POSTGRES_USER}:\${db.POSTGRES_PASSWORD}@\${db.host}:\${db.port}/\${db.POSTGRES_DB}`,
  )
})

test('a plain password is part of the string', () => {
  const plain = { ...db, variables: { POSTGRES_PASSWORD: false } }
  const [, found] = connectionsOf(configuration([app, plain]), { networkName: 'shop-abc' })
  expect(connectionString(found?.strings[0]?.parts ?? [], (name) => values[name])).toBe(
    'postgresql://postgres:deep@db:5432/postgres',
  )
})

test('an instance on the project network has an address for other instances, a lone one has none otherwise', () => {
  const [lone] = connectionsOf(configuration([db]), { networkName: 'shop-abc' })
  expect(lone).toMatchObject({ ports: [{ inside: null, project: null }], strings: [], reference: null })
  const [found] = connectionsOf(configuration([db], true), { networkName: 'shop-abc' })
  expect(found).toMatchObject({ ports: [{ inside: null, project: 'db.shop-abc:5432' }], reference: null })
  expect(connectionString(found?.strings[0]?.parts ?? [], () => undefined)).toContain('@db.shop-abc:5432/')
})

test.each([
  ['mariadb:11', { MARIADB_ROOT_PASSWORD: true }, 'mysql://root:••••@x:3306'],
  ['mysql', { MYSQL_USER: false, MYSQL_PASSWORD: true, MYSQL_ROOT_PASSWORD: true }, 'mysql://••••:••••@x:3306'],
  ['valkey/valkey:8', {}, 'redis://x:6379'],
  ['mongo:8', { MONGO_INITDB_ROOT_USERNAME: false, MONGO_INITDB_ROOT_PASSWORD: true }, 'mongodb://••••:••••@x:27017'],
  ['rabbitmq:4', {}, 'amqp://guest@x:5672'],
])('%s', (image, variables, expected) => {
  const [found] = connectionsOf(configuration([{ name: 'x', image, variables }, app]))
  expect(connectionString(found?.strings[0]?.parts ?? [], () => undefined)).toBe(expected)
})

test('a web service has an address, and no string', () => {
  const [found] = connectionsOf(configuration([app, db]))
  expect(found).toMatchObject({ label: 'HTTP', ports: [{ inside: 'app:8080' }], strings: [], reference: null })
})

test('every port of a service is listed, and a public one has a string for programs elsewhere', () => {
  const twice = {
    ...db,
    ports: [
      { containerPort: 5432, protocol: 'tcp' as const, exposure: 'public' as const },
      { containerPort: 9187, protocol: 'http' as const, exposure: 'internal' as const },
    ],
  }
  const [, found] = connectionsOf(configuration([app, twice]), { publicAddress: () => '203.0.113.7:30001' })
  expect(found?.ports.map(({ port, isPublic, inside }) => [port, isPublic, inside])).toEqual([
    [5432, true, 'db:5432'],
    [9187, false, 'db:9187'],
  ])
  expect(found?.strings.map(({ reach, parts }) => [reach, connectionString(parts, (name) => values[name])])).toEqual([
    ['public', 'postgresql://cap%20tain:••••@203.0.113.7:30001/x'],
    ['instance', 'postgresql://cap%20tain:••••@db:5432/x'],
  ])
})
