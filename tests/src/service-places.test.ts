import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { Instance } from '../../src/contract/wire/compute.ts'
import type { StoredConfiguration } from '../../src/contract/wire/instance/instance-configuration.ts'
import { type ServiceSettings, service } from '../../src/contract/wire/instance/service.ts'
import { servicePlaces } from '../../src/instances/services/service-places.ts'

type Port = ServiceSettings['ports'][number]
type ReachedPort = Instance['services'][number]['ports'][number]

const stored = (name: string, image: string, ports: Port[]) => ({
  ...v.parse(service, { name, image, ports, cpuMilli: 100, memoryBytes: 134_217_728, storageBytes: 536_870_912 }),
  environment: [],
  files: [],
})
const configuration = (...services: ReturnType<typeof stored>[]): StoredConfiguration => ({
  services,
  privateRegistry: null,
})
const observed = (name: string, ports: ReachedPort[]) => ({
  name,
  image: 'x',
  ports,
  replicas: 1,
  readyReplicas: 1,
  autoscalingRules: null,
})
const base = { providerHost: '127.0.0.1', networkName: 'shop-abc', ports: [] }
const tcp = { containerPort: 5432, protocol: 'tcp', hostPort: null, url: null } as const
const udp = { containerPort: 53, protocol: 'udp', hostPort: null, url: null } as const

test('a service with only TCP and UDP ports has its addresses, and a connection string', () => {
  const [places] = servicePlaces(
    {
      ...base,
      services: [
        observed('db', [
          { ...tcp, address: { host: '203.0.113.7', port: 30_001, error: null } },
          { ...udp, address: { host: '203.0.113.7', port: 30_002, error: null } },
        ]),
      ],
    },
    configuration(
      stored('db', 'postgres:17', [
        { containerPort: 5432, protocol: 'tcp', exposure: 'public' },
        { containerPort: 53, protocol: 'udp', exposure: 'public' },
      ]),
    ),
  )
  expect(places?.publicLines.map(({ protocol, address }) => [protocol, address])).toEqual([
    ['tcp', '203.0.113.7:30001'],
    ['udp', '203.0.113.7:30002'],
  ])
  expect(places).toMatchObject({ label: 'PostgreSQL', strings: [{ reach: 'public' }], isUnreachable: false })
})

test('a lone service with internal ports is reached by nothing, until the instance joins the project network', () => {
  const internal = configuration(
    stored('db', 'postgres:17', [{ containerPort: 5432, protocol: 'tcp', exposure: 'internal' }]),
  )
  const instance = { ...base, services: [observed('db', [{ ...tcp, address: null }])] }
  expect(servicePlaces(instance, internal)).toMatchObject([{ publicLines: [], isUnreachable: true }])
  expect(servicePlaces(instance, { ...internal, projectNetwork: true })).toMatchObject([
    { ports: [{ project: 'db.shop-abc:5432' }], isUnreachable: false },
  ])
})

test('a visitor, who cannot read the configuration, sees the public ports of each service', () => {
  const link = { containerPort: 80, hostPort: 20_001, url: 'http://web.localhost' }
  const places = servicePlaces(
    {
      ...base,
      ports: [link],
      services: [
        observed('web', [{ ...link, protocol: 'http', address: null }]),
        observed('db', [{ ...tcp, address: null }]),
      ],
    },
    null,
  )
  expect(places).toMatchObject([
    { service: 'web', label: null, ports: [], publicLines: [{ url: 'http://web.localhost' }] },
  ])
})
