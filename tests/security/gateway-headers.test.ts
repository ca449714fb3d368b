import { createServer, type OutgoingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GatewayUnderAttack, gatewayUnderAttack, type Path } from './gateway-harness.ts'
import { Visitor } from './raw-visitor.ts'

let gateway: GatewayUnderAttack
let instance: Server
let visitor: Visitor
let host: string
let responseHeaders: OutgoingHttpHeaders = {}
let seen: NodeJS.Dict<string | string[]> = {}
beforeAll(async () => {
  instance = createServer((request, response) => {
    seen = request.headers
    response.writeHead(200, responseHeaders).end('ok')
  })
  await new Promise<void>((resolve) => instance.listen(0, '127.0.0.1', resolve))
  gateway = await gatewayUnderAttack(['direct'])
  host = await gateway.createInstance((instance.address() as AddressInfo).port)
  visitor = new Visitor((gateway.paths[0] as Path).port, host)
})
afterAll(async () => {
  visitor?.disconnect()
  await gateway?.stop()
  instance?.closeAllConnections()
  instance?.close()
})

const cookiesFor = async (given: string[]) => {
  responseHeaders = { 'set-cookie': given }
  return (await visitor.get('/')).headers['set-cookie']
}

test('a cookie for a parent domain becomes a cookie of the instance alone', async () => {
  const own = host.split(':')[0]
  const parents = [
    'localhost',
    '.localhost',
    'LocalHost',
    '.LOCALHOST',
    `x.${own}`,
    'example.org',
    '',
    'localhost:4600',
  ]
  for (const parent of parents) {
    expect(await cookiesFor([`a=b; Path=/; Domain=${parent}; HttpOnly`]), parent).toEqual(['a=b; Path=/; HttpOnly'])
  }
  const spellings = [
    'domain=localhost',
    'DOMAIN = localhost',
    '\tDomain\t=\tlocalhost',
    'Domain',
    `Domain=${own}; Domain=localhost`,
  ]
  for (const spelling of spellings) {
    const [cookie = ''] = (await cookiesFor([`a=b;${spelling}; Secure`])) ?? []
    expect(cookie, spelling).not.toMatch(/domain\s*=\s*\.?localhost/i)
    expect(cookie, spelling).toMatch(/^a=b;.*Secure$/)
  }
})

test("a cookie for the instance's own host is not changed", async () => {
  const own = host.split(':')[0]
  const kept = ['a=b', '__Host-a=b; Path=/; Secure', `a=b; Domain=${own}`, 'a="domain=localhost"; Path=/']
  expect(await cookiesFor(kept)).toEqual(kept)
})

test('an instance can clear its own data, but no cookies of the domain', async () => {
  const cleared = async (value: string) => {
    responseHeaders = { 'clear-site-data': value }
    return (await visitor.get('/')).headers['clear-site-data']
  }
  expect(await cleared('"cookies"')).toBeUndefined()
  expect(await cleared('"cache", "cookies", "storage"')).toBe('"cache", "storage"')
  expect(await cleared('"*"')).not.toMatch(/cookies|\*/)
})

test('an instance cannot send instructions to the proxy in front', async () => {
  const orders = {
    'x-accel-redirect': '/secret',
    'x-accel-expires': '3600',
    'x-accel-limit-rate': '1',
    'x-sendfile': '/etc/passwd',
    'x-sendfile2': '/etc/passwd 0-',
    'x-lighttpd-send-tempfile': '/etc/passwd',
    'x-litespeed-location': '/secret',
    'x-reproxy-url': 'http://169.254.169.254/',
    'surrogate-control': 'max-age=9',
    'alt-svc': 'h2=":444"',
  }
  responseHeaders = {
    ...orders,
    'x-accel-buffering': 'no',
    'strict-transport-security': 'max-age=1; includeSubDomains',
    'service-worker-allowed': '/',
  }
  const { headers } = await visitor.get('/')
  expect(Object.keys(headers).filter((name) => name in orders)).toEqual([])
  expect(headers).toMatchObject({ 'x-accel-buffering': 'no', 'service-worker-allowed': '/' })
})

test("the console's cookies never reach an instance", async () => {
  responseHeaders = {}
  await visitor.get('/', {
    cookie: 'mine=1; longshore_session=secret; __Host-longshore_session=secret; longshore_wallet_1=x; other=2',
  })
  expect(seen.cookie).toBe('mine=1; other=2')
  await visitor.get('/', { cookie: 'longshore_session=secret' })
  expect(seen.cookie).toBeUndefined()
})

test("no spelling of a header forges the client's address, and Connection removes no protected header", async () => {
  responseHeaders = {}
  await visitor.get('/', {
    x_forwarded_for: '6.6.6.6',
    'x_forwarded-host': 'evil',
    forwarded: 'for=6.6.6.6',
    'x-real-ip': '6.6.6.6',
    authorization: 'Bearer own',
    cookie: 'own=1',
    connection: 'keep-alive, authorization, cookie, x-forwarded-for, x-forwarded-host, host, x-own',
    'x-own': 'one hop only',
  })
  expect(seen).toMatchObject({ authorization: 'Bearer own', cookie: 'own=1', host, 'x-forwarded-host': host })
  expect(seen['x-forwarded-for']).toBe('127.0.0.1')
  for (const name of ['x_forwarded_for', 'x_forwarded-host', 'forwarded', 'x-real-ip', 'x-own']) {
    expect(seen, name).not.toHaveProperty(name)
  }
})
