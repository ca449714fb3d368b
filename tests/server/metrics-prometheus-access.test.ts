import { afterAll, beforeAll, expect, test } from 'vitest'
import { servePrometheus } from '../../server/compute/metrics/prometheus/prometheus-route.ts'
import { createMetricTables } from '../../server/compute/metrics/store/metric-tables.ts'
import type { Caller } from '../../server/http/handler.ts'
import {
  createOrganizationFixture,
  join,
  type OrganizationFixture,
  type PlatformHarness,
  platformHarness,
} from './platform-harness.ts'

let harness: PlatformHarness
let fixture: OrganizationFixture
beforeAll(async () => {
  harness = await platformHarness({
    live: ({ app, store, authorize }) =>
      servePrometheus(app, { db: store.db, authorize, ready: () => createMetricTables(store.db), nowMs: Date.now }),
  })
  // A publicly accessible organisation, whose metrics are private all the same.
  fixture = await createOrganizationFixture(harness.store, { open: true })
})
afterAll(() => harness?.close())

const scrape = (token?: string, id: string = fixture.organizationId) =>
  harness.inject({
    method: 'GET',
    url: `/api/organization/${id}/compute/metrics`,
    ...(token && { headers: { authorization: `Bearer ${token}` } }),
  })

test('Prometheus scrapes the metrics of an organisation with a token of a member, and nobody else does', async () => {
  const member = await harness.user('metrics-member')
  const caller: Caller = await harness.tokens.authenticate(member.token)
  if (caller.kind === 'user') await join(harness.store, fixture.organizationId, caller.userId, 'viewer')
  const response = await scrape(member.token)
  expect(response.statusCode).toBe(200)
  expect(response.headers).toMatchObject({
    'content-type': 'text/plain; version=0.0.4; charset=utf-8',
    'cache-control': 'no-store',
  })

  const outsider = await harness.user('metrics-outsider')
  expect((await scrape()).statusCode).toBe(401)
  expect((await scrape('no token')).statusCode).toBe(401)
  expect([403, 404]).toContain((await scrape(outsider.token)).statusCode)
  expect((await scrape(member.token, 'no-id')).statusCode).toBe(404)
  const many = await Promise.all(Array.from({ length: 12 }, () => scrape(member.token)))
  expect(new Set(many.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 429]))
  const foreign = await createOrganizationFixture(harness.store, { open: false })
  expect([403, 404]).toContain((await scrape(member.token, foreign.organizationId)).statusCode)
})
