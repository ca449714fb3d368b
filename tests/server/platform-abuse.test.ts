import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { derivedKey } from '../../server/session/derived-key.ts'
import { callNames } from '../../src/contract/call-names.ts'
import { callNamed } from '../../src/contract/contract.ts'
import { fieldsOf, leavesOf, withLeaf, wrongQueryValues, wrongValues } from './abused-input.ts'
import {
  createOrganizationFixture,
  join,
  type OrganizationFixture,
  type PlatformHarness,
  platformHarness,
} from './platform-harness.ts'
import { storedState } from './row-counts.ts'
import { sampleRequest } from './sample-input.ts'

let harness: PlatformHarness
let fixture: OrganizationFixture
let foreign: OrganizationFixture
let token: string
let badTokens: { kind: string; token: string }[]
let before: Record<string, string>

beforeAll(async () => {
  harness = await platformHarness()
  fixture = await createOrganizationFixture(harness.store, { open: false })
  foreign = await createOrganizationFixture(harness.store, { open: false })
  const { userId, token: good } = await harness.user('owner')
  token = good
  await join(harness.store, fixture.organizationId, userId, 'owner')
  const ended = await harness.user('ended')
  await harness.store.pool.query('update session set ended_at = now() where user_id = $1', [ended.userId])
  const [head = '', body = ''] = good.split('.')
  const forge = (secret: string, expires: string) =>
    new SignJWT({ sid: crypto.randomUUID() })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('longshore')
      .setSubject(userId)
      .setIssuedAt()
      .setExpirationTime(expires)
      .sign(derivedKey(secret, 'session-tokens'))
  badTokens = [
    { kind: 'with another signature', token: `${head}.${body}.${'A'.repeat(43)}` },
    { kind: 'without a signature', token: `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.` },
    { kind: 'of another installation', token: await forge('another secret altogether, also long', '1h') },
    { kind: 'expired', token: await forge('a secret of these tests, long enough', '-1h') },
    { kind: 'without a session', token: await forge('a secret of these tests, long enough', '1h') },
    { kind: 'of an ended session', token: ended.token },
    { kind: 'that is malformed', token: 'null' },
  ]
  // The session is seen once a minute, which is not a write of a request.
  await harness.store.pool.query(`update session set last_seen_at = now() + interval '1 hour'`)
  before = await storedState(harness.store)
})
afterAll(() => harness.close())

/** Expects a 4xx error with a message, without a reached handler or a write. */
const expectRejected = async (request: Parameters<PlatformHarness['inject']>[0], allowed: number[] = []) => {
  const reachedBefore = harness.reached.length
  const response = await harness.inject(request)
  const details = `${request.method} ${String(request.url).slice(0, 120)}: ${response.statusCode} ${response.body.slice(0, 200)}`
  if (allowed.includes(response.statusCode)) return response
  expect(response.statusCode, details).toBeGreaterThanOrEqual(400)
  expect(response.statusCode, details).toBeLessThan(500)
  expect(response.json(), details).toMatchObject({
    error: expect.stringMatching(/^\w+$/),
    message: expect.stringMatching(/\w+ \w+/),
  })
  expect(harness.reached.length, details).toBe(reachedBefore)
  return response
}

const json = { 'content-type': 'application/json' }
const LARGE_BYTES = 10_485_760
const largeFile = Buffer.alloc(LARGE_BYTES)
const largeBody = Buffer.from(JSON.stringify({ name: 'x'.repeat(LARGE_BYTES) }))

describe.each(callNames)('%s', (name) => {
  const shape = callNamed(name)
  const hasBody = shape.method !== 'GET'
  const [bodyFields, queryFields] = [fieldsOf(name, 'body'), fieldsOf(name, 'query')]
  const hasScope = typeof shape.access !== 'string'
  const valid = () => ({ ...sampleRequest(name, fixture), token })

  test('the sample is valid, otherwise this test proves nothing', async () => {
    expect((await harness.inject(valid())).statusCode).toBe(200)
  })

  if (hasBody)
    test('a body that is not JSON', async () => {
      if (shape.file) {
        for (const payload of ['{}', '{'])
          expect((await expectRejected({ ...valid(), headers: json, payload })).json().error).toMatch(
            /wrongMediaType|malformed/,
          )
        return
      }
      const picture = { headers: { 'content-type': 'image/png' }, payload: Buffer.from('a file') }
      expect((await expectRejected({ ...valid(), ...picture })).statusCode).toBe(415)
      for (const payload of [
        '{',
        '{"name": NaN}',
        '\u0000',
        '{"a":1}}',
        '{"__proto__":{"a":1}}',
        '"text"',
        '[1]',
        '3',
      ]) {
        const response = await expectRejected({ ...valid(), headers: json, payload })
        expect(response.statusCode).toBe(400)
      }
      await expectRejected({ ...valid(), headers: { 'content-type': 'text/xml' }, payload: '<a/>' })
      await expectRejected({
        ...valid(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'a=b',
      })
    })

  if (bodyFields.length > 0)
    test('a wrong type in each field names the field', async () => {
      for (const field of bodyFields)
        for (const { kind, value } of wrongValues) {
          const sample = valid()
          const response = await expectRejected({ ...sample, payload: { ...sample.payload, [field]: value } }, [200])
          if (response.statusCode === 200) continue
          expect(response.json().fields?.[0]?.field, `${kind} in ${field}`).toMatch(new RegExp(`^${field}(\\.|$)`))
        }
    })

  const leaves = leavesOf(name)
  if (leaves.length + queryFields.length > 0)
    test('a null character, which PostgreSQL cannot store, is rejected wherever it is', async () => {
      const sample = valid()
      for (const { path, selected } of leaves)
        for (const value of ['\u0000', 'a\u0000b']) {
          const given = selected.reduce(
            (whole, field) => withLeaf(whole, field.path, field.value),
            sample.payload as unknown,
          )
          const payload = withLeaf(given, path, value) as Record<string, unknown>
          const { fields } = (await expectRejected({ ...sample, payload })).json()
          expect(fields, path.join('.')).toContainEqual(expect.objectContaining({ field: path.join('.') }))
        }
      for (const field of queryFields) {
        const url = new URL(sample.url, 'http://localhost')
        url.searchParams.set(field, 'a\u0000b')
        const { fields } = (await expectRejected({ ...sample, url: `${url.pathname}${url.search}` })).json()
        expect(fields).toContainEqual(expect.objectContaining({ field }))
      }
    })

  if (queryFields.length > 0)
    test('unexpected values of a query', async () => {
      for (const field of queryFields)
        for (const value of wrongQueryValues) {
          const url = new URL(valid().url, 'http://localhost')
          await expectRejected({ ...valid(), url: `${url.pathname}?${field}=${value}` }, [200])
        }
    })

  test('unknown fields', async () => {
    const sample = valid()
    if (shape.method !== 'GET' && !shape.file) {
      const response = await expectRejected({ ...sample, payload: { ...sample.payload, surprise: 1 } })
      expect(response.json().fields).toEqual([{ field: 'surprise', message: 'Unknown field.' }])
    }
    await expectRejected({ ...sample, url: `${sample.url}${sample.url.includes('?') ? '&' : '?'}surprise=1` })
  })

  if (hasBody)
    test('a body of 10 MB', async () => {
      const response = await expectRejected({
        ...valid(),
        headers: shape.file ? { 'content-type': 'image/png' } : json,
        payload: shape.file ? largeFile : largeBody,
      })
      expect(response.statusCode).toBe(413)
    })

  if (hasScope)
    test('ids of others, and invalid ids', async () => {
      const response = await expectRejected({ ...sampleRequest(name, foreign), token })
      expect(response.statusCode).toBe(404)
      for (const id of [
        '0',
        "'%3B--",
        '%00',
        '..%2F..%2Fetc%2Fpasswd',
        'x'.repeat(250),
        '%E0%A4%A',
        crypto.randomUUID().toUpperCase(),
      ]) {
        if (!shape.path.includes('{id}')) break
        await expectRejected({ ...valid(), url: `/api/${shape.path.replace('{id}', id)}` })
      }
    })

  test('invalid tokens', async () => {
    for (const { kind, token: bad } of badTokens) {
      const response = await expectRejected({ ...sampleRequest(name, fixture), token: bad })
      expect([kind, response.statusCode, response.json().error]).toEqual([kind, 401, 'sessionEnded'])
    }
    await expectRejected({ ...sampleRequest(name, fixture), headers: { authorization: 'Basic b3duZXI6eA==' } })
  })
})

test('unknown addresses and methods', async () => {
  for (const [method, url] of [
    ['GET', '/api/nothing'],
    ['GET', '/api'],
    ['PATCH', '/api/compute-project/create'],
    ['DELETE', '/api/profile'],
    ['POST', '/'],
    ['GET', '/api/%'],
    ['GET', '/api/..%2f..%2fetc/passwd'],
  ] as const)
    await expectRejected({ method, url, token })
})

test('all of this writes nothing', async () => {
  expect(await storedState(harness.store)).toEqual(before)
})
