import type * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callNames, isQuery, isStreamedName } from '../../src/contract/call-names.ts'
import { callNamed } from '../../src/contract/contract.ts'
import { type SessionHarness, sessionHarness } from '../server/session-harness.ts'
import { signedIn } from '../server/signed-in.ts'

let harness: SessionHarness
beforeAll(async () => {
  harness = await sessionHarness()
})
afterAll(() => harness.close())

const SECRET_FIELD = /(token|secret|password|codes|deviceCode|privateKey)$/i

type Schema = v.GenericSchema & {
  entries?: Record<string, Schema>
  options?: Schema[]
  item?: Schema
  wrapped?: Schema
}

/** Lists the names of all text fields of a response, nested ones included. */
const textFields = (schema: Schema, name = ''): string[] => {
  const inner = [schema.wrapped, schema.item, ...(Array.isArray(schema.options) ? schema.options : [])]
  const within = inner.flatMap((one) => (one && typeof one === 'object' ? textFields(one, name) : []))
  const fields = Object.entries(schema.entries ?? {}).flatMap(([key, entry]) => textFields(entry, key))
  return [...(schema.type === 'string' ? [name] : []), ...within, ...fields]
}

const repeatable = callNames.filter((name) => !isQuery(name) && !isStreamedName(name))

test('every call whose response has a secret field is marked as returning it once', () => {
  const secret = repeatable.filter((name) =>
    textFields(callNamed(name).response).some((field) => SECRET_FIELD.test(field)),
  )
  expect(secret).toEqual(expect.arrayContaining(['renewToken', 'exchangeSignInCode', 'pollDeviceToken', 'confirmTotp']))
  expect(secret.filter((name) => !callNamed(name).oneTimeResponse)).toEqual([])
})

test('so is every call that returns a secret in a field of another name', () => {
  for (const name of [
    'createApiKey',
    'revealVariable',
    'revealGroupVariable',
    'executeCommand',
    'triggerInstance',
  ] as const)
    expect([name, callNamed(name).oneTimeResponse]).toEqual([name, true])
})

const renew = (token: string, headers: Record<string, string>, payload: object = {}) =>
  harness.app.inject({
    method: 'POST',
    url: '/api/auth/renew',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': 'a-key', ...headers },
    payload,
  })
const storedResponses = async () =>
  JSON.stringify((await harness.store.pool.query('select response from idempotency_key')).rows)

test('a renewal with an idempotency key stores no secret, and its response is not repeated', async () => {
  const ada = await signedIn(harness, 'Ada')
  const secret = ada.cookie.slice(ada.cookie.indexOf('=') + 1)
  const first = await renew(ada.token, {}, { secret })
  expect(first.statusCode).toBe(200)
  const kept = await storedResponses()
  expect(kept).not.toContain(first.json().token)
  expect(kept).not.toContain(first.json().secret)
  const again = await renew(ada.token, {}, { secret })
  expect([again.statusCode, again.json().error]).toEqual([409, 'responseAlreadyReturned'])
})

test('a browser’s renewal stores no token, and is not repeated for a request without its cookie', async () => {
  const bea = await signedIn(harness, 'Bea')
  const first = await renew(bea.token, { cookie: bea.cookie, origin: 'http://localhost:4600' })
  expect(first.statusCode).toBe(200)
  expect(await storedResponses()).not.toContain(first.json().token)
  const again = await renew(bea.token, {})
  expect([again.statusCode, again.json().error]).toEqual([409, 'responseAlreadyReturned'])
})

test('exchanging a sign-in code with an idempotency key stores no token', async () => {
  const cleo = await signedIn(harness, 'Cleo')
  const page = { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none' }
  const arrived = await harness.app.inject({ url: '/api/auth/github/login?sandbox_user=Cleo', headers: page })
  const code = new URL(arrived.headers.location ?? '', harness.origin).searchParams.get('token')
  const cookie = arrived.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const exchanged = await harness.app.inject({
    method: 'POST',
    url: '/api/auth/code',
    headers: {
      authorization: `Bearer ${cleo.token}`,
      'idempotency-key': 'another-key',
      cookie,
      origin: 'http://localhost:4600',
    },
    payload: { code },
  })
  expect(exchanged.statusCode).toBe(200)
  expect(exchanged.json().token).toMatch(/^ey/)
  expect(await storedResponses()).not.toContain(exchanged.json().token)
})
