import { expect, test } from 'vitest'
import { portLines } from '../../src/instances/port-lines.ts'

const http = { containerPort: 80, hostPort: 20_001, url: 'http://web.localhost', protocol: 'http' as const }
const service = (name: string, ports: Parameters<typeof portLines>[0]['services'][number]['ports']) => ({
  name,
  image: 'nginx:alpine',
  ports,
  replicas: 1,
  readyReplicas: 1,
  autoscalingRules: null,
})
const { protocol: _, ...link } = http

test('links come before addresses, which name their protocol and their service', () => {
  const ssh = { containerPort: 22, hostPort: 20_002, url: null, protocol: 'tcp' as const }
  const dns = { containerPort: 53, hostPort: 20_003, url: null, protocol: 'udp' as const }
  const lines = portLines({
    providerHost: '127.0.0.1',
    ports: [link, { containerPort: 22, hostPort: 20_002, url: null }],
    services: [
      service('web', [{ ...http, address: null }]),
      service('shell', [
        { ...ssh, address: { host: '127.0.0.1', port: 30_001, error: null } },
        { ...dns, address: { host: '127.0.0.1', port: 30_002, error: 'In use.' } },
      ]),
    ],
  })
  expect(
    lines.map(({ service: name, protocol, url, address, error }) => [name, protocol, url ?? address, error]),
  ).toEqual([
    ['web', 'http', 'http://web.localhost', null],
    ['shell', 'tcp', '127.0.0.1:30001', null],
    ['shell', 'udp', '127.0.0.1:30002', 'In use.'],
  ])
})

test('a port for programs without an address shows where the engine publishes it', () => {
  const database = { containerPort: 5432, hostPort: 20_004, url: null }
  const lines = portLines({
    providerHost: '127.0.0.1',
    ports: [database],
    services: [service('db', [{ ...database, protocol: 'http', address: null }])],
  })
  expect(lines).toMatchObject([{ address: '127.0.0.1:20004', service: 'db', protocol: 'http' }])
})

test('a port on a machine that visitors do not see is not listed', () => {
  const database = { containerPort: 5432, hostPort: 20_004, url: null }
  const services = [service('db', [{ ...database, protocol: 'http', address: null }])]
  expect(portLines({ providerHost: '', ports: [database], services })).toEqual([])
})

test('an HTTP port on an address of its own has its link and its address', () => {
  const lines = portLines({
    providerHost: '127.0.0.1',
    ports: [link],
    services: [service('web', [{ ...http, address: { host: '127.20.0.16', port: 80, error: null } }])],
  })
  expect(lines.map(({ url, address }) => url ?? address)).toEqual(['http://web.localhost', '127.20.0.16:80'])
})
