import { createServer, type Server } from 'node:net'
import { hostname } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../bench/support/control-plane.ts'
import { mayUseRegistry } from '../../server/compute/images/registry-address.ts'
import { withDockerPlatform } from './support/docker-platform.ts'

/** Spellings of addresses of this machine or of private networks that an image name allows. */
const privateHosts = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f.1',
  '0x7f000001',
  '0177.0.0.1',
  '0.0.0.0',
  'localhost',
  'some.localhost',
  '10.0.0.5',
  '192.168.1.1',
  '172.17.0.1',
  '100.64.0.1',
  '169.254.169.254',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[fd00::1]',
  '[fe80::1]',
  '[64:ff9b::7f00:1]',
]
const lookup = async (host: string): Promise<string[]> => {
  const known: Record<string, string[]> = {
    'rebound.example': ['127.0.0.1'],
    'half.example': ['93.184.215.14', '10.0.0.7'],
    'public.example': ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'],
    'mapped.example': ['::ffff:10.0.0.7'],
  }
  const found = known[host]
  if (!found) throw new Error('ENOTFOUND')
  return found
}
const production = { allowed: ['registry.internal:5000', '10.0.0.9:443'], loopback: false, lookup }

describe('registries that a tenant may use in production', () => {
  test.for(privateHosts)('rejects %s on any port', async (host) => {
    expect(await mayUseRegistry(host, production)).toBe(false)
    expect(await mayUseRegistry(`${host}:8443`, production)).toBe(false)
  })

  test('rejects names with a private address, even as one of several', async () => {
    for (const host of ['rebound.example', 'half.example', 'mapped.example', 'nowhere.example', hostname()])
      expect([host, await mayUseRegistry(`${host}:5000`, production)]).toEqual([host, false])
  })

  test('accepts public ones, and those that the operator lists with exactly that port', async () => {
    for (const registry of [
      'docker.io',
      'public.example',
      'public.example:5000',
      'registry.internal:5000',
      '10.0.0.9:443',
    ])
      expect([registry, await mayUseRegistry(registry, production)]).toEqual([registry, true])
    for (const registry of ['registry.internal', 'registry.internal:5001', '10.0.0.9:444', '10.0.0.9'])
      expect([registry, await mayUseRegistry(registry, production)]).toEqual([registry, false])
  })

  test('accepts those of this machine in sandbox mode, but no others of its network', async () => {
    const sandbox = { ...production, loopback: true }
    for (const registry of ['127.0.0.1:5000', 'localhost:5000', '[::1]:5000', '2130706433:5000'])
      expect([registry, await mayUseRegistry(registry, sandbox)]).toEqual([registry, true])
    for (const registry of ['10.0.0.5:5000', '169.254.169.254', 'half.example'])
      expect([registry, await mayUseRegistry(registry, sandbox)]).toEqual([registry, false])
  })
})

describe('requesting an image does not reveal open ports', () => {
  const { test, it } = withDockerPlatform({
    LONGSHORE_MODE: 'production',
    LONGSHORE_SECRET: 'a secret of these tests, long enough',
  })
  let server: Server
  let open: number
  let closed: number
  let connections = 0

  beforeAll(async () => {
    server = createServer((socket) => {
      connections += 1
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 14\r\n\r\ninternal words')
    })
    await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
    const address = server.address()
    open = typeof address === 'object' && address ? address.port : 0
    closed = await freePort()
  })
  afterAll(() => server?.close())

  test('neither by the error nor by a connection', async () => {
    for (const host of ['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '127.1', hostname()]) {
      const errors = await Promise.all([open, closed].map((port) => errorOf(`${host}:${port}/team/tool:1`)))
      expect(errors[0]).toEqual(errors[1])
      expect(errors[0]).toMatchObject({
        code: 'registryUnreachable',
        message: expect.stringContaining('The operator has to allow'),
      })
    }
    expect(connections).toBe(0)
  })

  test('does not quote the response of an allowed host that is not a registry', async () => {
    const allowing = await it.another({ LONGSHORE_REGISTRIES: `127.0.0.1:${open}`, LONGSHORE_MODE: 'production' })
    const { _id } = await allowing.deploy({ image: `127.0.0.1:${open}/team/tool:1`, ports: [] })
    const { error } = await allowing.inState(_id, 'Failed-start', 60_000)
    expect(connections).toBeGreaterThan(0)
    expect(error?.message).not.toContain('internal words')
    expect(error?.code).toBe('registryUnreachable')
  })

  /** The error without the port, the only part that may differ. */
  async function errorOf(image: string) {
    const { _id } = await it.harness.deploy({ image, ports: [] })
    const { error } = await it.harness.inState(_id, 'Failed-start', 60_000)
    return { code: error?.code, message: error?.message.replace(/:\d+\//g, '/') }
  }
})
