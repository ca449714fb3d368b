import { connect } from 'node:tls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Domain } from '../../src/contract/wire/domains/domain.ts'
import { type AcmeHarness, acmeHarness } from './acme-harness.ts'

const DAY_MS = 86_400_000
let harness: AcmeHarness
beforeAll(async () => {
  harness = await acmeHarness()
})
afterEach(() => {
  harness.acme.setFailure(null)
  harness.setTime(0)
})
afterAll(() => harness.close())

const isIssued = ({ certificate }: Domain) => certificate.state === 'issued'
const issuerServed = (servername: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(
      { host: '127.0.0.1', port: harness.gateway.httpsPort, servername, rejectUnauthorized: false },
      () => {
        resolve(String(socket.getPeerCertificate().issuer.CN))
        socket.destroy()
      },
    )
    socket.on('error', (error) => resolve(error.message))
  })
const orders = () => harness.acme.requests.filter((path) => path.includes('order-plz')).length
const ordersOf = async (name: string): Promise<number> =>
  (await harness.store.pool.query('select 1 from certificate_order where name = $1', [name])).rows.length
const retryNow = ({ _id }: Domain) =>
  harness.store.pool.query(`update domain_certificate set next_attempt_at = now() where domain_id = $1`, [_id])

test('a verified domain gets a certificate by itself, which the gateway serves', async () => {
  const domain = await harness.addDomain('shop.harbour.test')
  expect(domain.verified).toBe(true)
  const { certificate } = await harness.until(domain, isIssued)
  expect(certificate).toMatchObject({ source: 'acme', names: ['shop.harbour.test'], error: '' })
  expect(certificate.issuer).toContain('Pebble')
  const [notBefore, renewal, expires] = [certificate.notBefore, certificate.nextAttemptAt, certificate.expiresAt].map(
    (at) => Date.parse(at ?? ''),
  )
  expect(((renewal ?? 0) - (notBefore ?? 0)) / ((expires ?? 0) - (notBefore ?? 0))).toBeCloseTo(2 / 3, 4)
  await expect.poll(() => issuerServed('shop.harbour.test'), { timeout: 10_000 }).toContain('Pebble')
  // The route and the certificate are sent apart.
  await expect
    .poll(() => harness.gateway.get('shop.harbour.test', {}, harness.gateway.httpPort), { timeout: 10_000 })
    .toMatchObject({ status: 308 })
})

test('a certificate is renewed at two thirds of its life', async () => {
  const domain = await harness.until(await harness.addDomain('renewed.harbour.test'), isIssued)
  const before = orders()
  harness.setTime(59 * DAY_MS)
  expect((await harness.read(domain)).certificate.state).toBe('issued')
  expect(orders()).toBe(before)
  harness.setTime(61 * DAY_MS)
  await harness.until(domain, ({ certificate }) => certificate.notBefore !== domain.certificate.notBefore)
  harness.setTime(0)
})

test.each([
  [
    'status 429 with Retry-After',
    429,
    { 'retry-after': '7200' },
    '{"type":"urn:ietf:params:acme:error:rateLimited","detail":"too many certificates"}',
    'too many certificates',
  ],
  ['status 500', 500, {}, 'oops', 'it answered with status 500'],
  ['garbage', 200, {}, '<html>not an order', 'an answer that cannot be used'],
] as const)(
  'an authority that answers with %s is tried again, and its answer is shown',
  async (name, status, headers, body, shown) => {
    const domain = await harness.addDomain(`fault-${name.replaceAll(/[^a-z0-9]+/gi, '-').toLowerCase()}.harbour.test`)
    harness.acme.setFailure(({ path }, response) => {
      if (!path.includes('order-plz')) return 'forward'
      response.writeHead(status, headers).end(body)
      return 'handled'
    })
    const failed = await harness.until(domain, ({ certificate }) => certificate.state === 'failing')
    expect(failed.certificate.error).toContain(shown)
    const waitMs = Date.parse(failed.certificate.nextAttemptAt ?? '') - Date.now()
    expect(waitMs).toBeGreaterThan(status === 429 ? 7_100_000 : 30_000)
    // What the authority rejected was no order.
    expect(await ordersOf(domain.name)).toBe(status >= 400 ? 0 : 1)
    const paused = await harness.store.pool.query<{ ms: number | null }>(
      `select extract(epoch from max(paused_until) - now()) * 1000 as ms from acme_account`,
    )
    expect(Number(paused.rows[0]?.ms), 'one name stops no others for long').toBeLessThanOrEqual(600_000)
    harness.acme.setFailure(null)
    // The authority's pause ends.
    await harness.store.pool.query('update acme_account set paused_until = null')
    await retryNow(domain)
    await harness.until(domain, isIssued)
  },
)

test('an order whose process dies in the middle is continued by the next one, and made once', async () => {
  const domain = await harness.addDomain('killed.harbour.test')
  const before = orders()
  // Never answers, as for a process that is killed while it waits.
  harness.acme.setFailure(({ path }) => (path.includes('finalize-order') ? 'handled' : 'forward'))
  await expect
    .poll(() => harness.acme.requests.some((path) => path.includes('finalize-order')), { timeout: 30_000 })
    .toBe(true)
  harness.acme.setFailure(null)
  const next = harness.another()
  await next.start()
  await harness.until(domain, isIssued)
  expect(orders()).toBe(before + 1)
  await next.stop()
})

test('a certificate that expired while nothing ran is renewed at once', async () => {
  const domain = await harness.until(await harness.addDomain('asleep.harbour.test'), isIssued)
  await harness.store.pool.query(
    `update domain_certificate set not_before = now() - interval '100 days', expires_at = now() - interval '10 days',
       next_attempt_at = now() - interval '40 days' where domain_id = $1`,
    [domain._id],
  )
  const { certificate } = await harness.until(
    domain,
    (found) => isIssued(found) && Date.parse(found.certificate.expiresAt ?? '') > Date.now(),
  )
  expect(certificate.error).toBe('')
})

test('a rejected proof is shown in the words of the authority', async () => {
  harness.acme.setFailure(({ path }, response) => {
    if (!path.includes('order-plz')) return 'forward'
    response.writeHead(503).end()
    return 'handled'
  })
  const domain = await harness.addDomain('refused.harbour.test')
  // The authority asks for its own answers, and finds none.
  await harness.dns.set('refused.harbour.test', 'CNAME')
  await harness.until(domain, ({ certificate }) => certificate.state === 'failing')
  harness.acme.setFailure(null)
  await retryNow(domain)
  const failed = await harness.until(domain, ({ certificate }) => certificate.error.includes('rejected the proof'))
  expect(failed.certificate.error).toMatch(/rejected the proof: .*refused\.harbour\.test/)
})

test('one name is ordered a few times a week only, whatever its owner does', async () => {
  const name = 'again.thrift.test'
  await harness.store.pool.query(
    `insert into certificate_order (directory_url, registered_domain, name, started_at)
     select $1, 'thrift.test', $2, now() - interval '1 day' from generate_series(1, 4)`,
    [harness.acme.url, name],
  )
  const domain = await harness.addDomain(name)
  const { certificate } = await harness.until(domain, (found) => found.certificate.error !== '')
  expect(certificate.error).toContain(`4 certificates were ordered for ${name} within a week`)
  await harness.store.pool.query('delete from certificate_order where name = $1', [name])
})

test('orders of one registered domain stay within the budget', async () => {
  const name = 'busy.thrift.test'
  await harness.store.pool.query(
    `insert into certificate_order (directory_url, registered_domain, name, started_at)
     select $1, 'thrift.test', 'other.thrift.test', now() - interval '1 day' from generate_series(1, 40)`,
    [harness.acme.url],
  )
  const before = orders()
  const domain = await harness.addDomain(name)
  const { certificate } = await harness.until(domain, (found) => found.certificate.error !== '')
  expect(certificate.error).toContain('40 certificates were ordered for thrift.test within a week')
  expect(Date.parse(certificate.nextAttemptAt ?? '') - Date.now()).toBeGreaterThan(5 * DAY_MS)
  expect(orders()).toBe(before)
})

test('a wildcard without a DNS hook says what is missing', async () => {
  const domain = await harness.addDomain('*.fleet.test')
  const { certificate } = await harness.until(domain, (found) => found.certificate.error !== '')
  expect(certificate).toMatchObject({ state: 'none', nextAttemptAt: null })
  expect(certificate.error).toContain('LONGSHORE_DNS_HOOK')
})
