import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ApiError } from '../../server/http/api-error.ts'
import type { Handler } from '../../server/http/handler.ts'
import { deleteExpiredRows } from '../../server/start-up/housekeeping.ts'
import { type PlatformHarness, platformHarness } from './platform-harness.ts'

let harness: PlatformHarness
let token: string
let made = 0
let durationMs = 0
let fails: (() => Error) | undefined
/** Simulates a server that is killed after its change was committed and before the response was stored. */
let diesAfterCommit = false
/** Delays the requests that reach the handler meanwhile. */
let pause: Promise<void> | undefined

const makeOne: Handler<'createOrganization'> = async ({ input, settle }) => {
  if (durationMs > 0) await new Promise((resolve) => setTimeout(resolve, durationMs))
  await pause
  if (fails) throw fails()
  const result = await harness.store.db.transaction(async (tx) => {
    made += 1
    // The route passes the response on without reading it, so its type does not matter.
    const response = { organization: { name: input.name, number: made } } as never
    await settle?.(tx, response)
    return response
  })
  if (diesAfterCommit) return new Promise(() => undefined)
  return result
}

beforeAll(async () => {
  harness = await platformHarness({ handlers: { createOrganization: makeOne } })
  token = (await harness.user('presser')).token
})
afterAll(() => harness.close())
beforeEach(() => {
  durationMs = 0
  fails = undefined
  diesAfterCommit = false
  pause = undefined
})

const press = (key: string, name = 'North Quay', as = token) =>
  harness.inject({
    method: 'POST',
    url: '/api/organization',
    token: as,
    headers: { 'idempotency-key': key },
    payload: { name },
  })

test('two requests within 10 ms with one key make one change and get the same response', async () => {
  const key = randomUUID()
  durationMs = 60
  const before = made
  const [first, second] = await Promise.all([press(key), press(key)])
  expect([first.statusCode, second.statusCode]).toEqual([200, 200])
  expect(made - before).toBe(1)
  expect(second.json()).toEqual(first.json())
  expect([first, second].filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(1)
})

test('the response is replayed later, and without a key each request is executed', async () => {
  const key = randomUUID()
  const before = made
  const first = await press(key)
  const later = await press(key)
  expect(later.json()).toEqual(first.json())
  expect(made - before).toBe(1)
  await harness.inject({ method: 'POST', url: '/api/organization', token, payload: { name: 'South Quay' } })
  expect(made - before).toBe(2)
})

test('a key with another request is rejected', async () => {
  const key = randomUUID()
  await press(key, 'East Quay')
  const other = await press(key, 'West Quay')
  expect([other.statusCode, other.json().error]).toEqual([409, 'repeatedDifferently'])
})

test('the same key of two users counts as two keys', async () => {
  const key = randomUUID()
  const before = made
  const { token: other } = await harness.user('somebody-else')
  await press(key)
  await press(key, 'North Quay', other)
  expect(made - before).toBe(2)
})

test('an API error is replayed; a server error is not stored', async () => {
  const [rejectedKey, failedKey] = [randomUUID(), randomUUID()]
  fails = () => new ApiError('usernameTaken', { fields: [{ field: 'name', message: 'This name is taken.' }] })
  const rejected = await press(rejectedKey)
  fails = undefined
  const again = await press(rejectedKey)
  expect([again.statusCode, again.json().fields]).toEqual([409, rejected.json().fields])

  fails = () => new Error('a bug')
  expect((await press(failedKey)).statusCode).toBe(500)
  fails = undefined
  expect((await press(failedKey)).statusCode).toBe(200)
})

test('a server killed after the change and before its response does not repeat the change', async () => {
  const key = randomUUID()
  const before = made
  diesAfterCommit = true
  void press(key)
  await expect.poll(() => made).toBe(before + 1)
  diesAfterCommit = false
  const again = await press(key)
  expect([again.statusCode, again.json().organization.number]).toEqual([200, before + 1])
  expect(made).toBe(before + 1)
})

test('a server killed before the change does not block the key forever', async () => {
  const key = randomUUID()
  durationMs = 1e8
  void press(key).catch(() => undefined)
  const { pool } = harness.store
  const claims = async () => (await pool.query('select from idempotency_key where key = $1', [key])).rowCount
  await expect.poll(claims).toBe(1)
  durationMs = 0
  await pool.query(`update idempotency_key set created_at = now() - interval '16 s' where key = $1`, [key])
  expect((await press(key)).statusCode).toBe(200)
})

test('a request that was so slow that another took its key over fails, and the other one counts', async () => {
  const key = randomUUID()
  let resume = () => {}
  pause = new Promise((resolve) => {
    resume = resolve
  })
  const slow = press(key, 'Slow').then((response) => response)
  const { pool } = harness.store
  await expect
    .poll(async () => (await pool.query('select from idempotency_key where key = $1', [key])).rowCount)
    .toBe(1)
  pause = undefined
  await pool.query(`update idempotency_key set created_at = now() - interval '16 s' where key = $1`, [key])
  const other = await press(key, 'Slow')
  expect(other.statusCode).toBe(200)
  resume()
  const late = await slow
  expect([late.statusCode, late.json().error]).toEqual([409, 'stillRunning'])
  expect((await press(key, 'Slow')).json()).toEqual(other.json())
})

test('an error that passes is not stored', async () => {
  const key = randomUUID()
  for (const code of ['tooMany', 'stillRunning', 'stepUpNeeded', 'freshSignInNeeded'] as const) {
    fails = () => new ApiError(code)
    expect((await press(key)).json().error).toBe(code)
  }
  fails = undefined
  expect((await press(key)).statusCode).toBe(200)
})

test('responses are kept for 24 hours, then the purge removes them', async () => {
  const key = randomUUID()
  const before = made
  await press(key)
  const age = (interval: string) =>
    harness.store.pool.query('update idempotency_key set created_at = now() - $1::interval where key = $2', [
      interval,
      key,
    ])
  await age('23 hours 59 minutes')
  await press(key)
  expect(made - before).toBe(1)
  await age('24 hours 1 minute')
  await press(key)
  expect(made - before).toBe(2)
  await age('24 hours 1 minute')
  await deleteExpiredRows(harness.store, harness.app.log as never)
  const { rows } = await harness.store.pool.query('select count(*)::int as n from idempotency_key where key = $1', [
    key,
  ])
  expect(rows).toEqual([{ n: 0 }])
})

test('a key with spaces, or one that is too long, is rejected', async () => {
  for (const key of ['two words', 'x'.repeat(201)]) expect((await press(key)).statusCode).toBe(400)
})

test('only the newest 10,000 keys and 32 MB of responses of a user are kept', async () => {
  const { pool } = harness.store
  const hoarder = await harness.user('hoarder')
  const insertKeys = (name: string, count: number, response: string) =>
    pool.query(
      `insert into idempotency_key (user_id, key, fingerprint, status, response, created_at)
        select $1, $2 || n, '', 200, large.response, now() - n * interval '1 second'
        from (select ${response} as response) as large, generate_series(1, $3::int) as n`,
      [hoarder.userId, name, count],
    )
  const pressHundred = async () => {
    for (let count = 0; count < 100; count += 1) await press(randomUUID(), 'North Quay', hoarder.token)
  }
  const kept = async (name: string): Promise<string[]> => {
    const { rows } = await pool.query<{ key: string }>(
      'select key from idempotency_key where user_id = $1 and key like $2 order by created_at desc',
      [hoarder.userId, `${name}%`],
    )
    return rows.map(({ key }) => key)
  }
  await insertKeys('small ', 10_050, 'null::jsonb')
  await pressHundred()
  const small = await kept('small ')
  expect(small.length).toBeLessThanOrEqual(10_000)
  expect([small[0], small.at(-1)]).toEqual(['small 1', `small ${small.length}`])
  expect((await kept('')).length).toBeLessThanOrEqual(10_100)

  await insertKeys('large ', 60, `(select to_jsonb(string_agg(md5(n::text), '')) from generate_series(1, 32768) as n)`)
  await pressHundred()
  // Of 1 MB each, which the database compresses a little.
  expect((await kept('large ')).length).toBeLessThan(50)
  expect((await kept('large ')).slice(0, 20)).toHaveLength(20)
})
