import { afterEach, expect, test } from 'vitest'
import { configFrom } from '../../server/config.ts'
import { assertProductionSettings } from '../../server/start-up/production-rules.ts'
import { type PlatformHarness, platformHarness } from '../server/platform-harness.ts'
import { sessionHarness } from '../server/session-harness.ts'

const production = {
  LONGSHORE_MODE: 'production',
  LONGSHORE_PUBLIC_URL: 'https://longshore.example.org',
  LONGSHORE_INSTANCES_URL: 'https://longshore-apps.example',
  LONGSHORE_SECRET: 'kX3vQ9-hT7mZ2_pL8wR5nB4cJ6yF1dG0sA',
  GITHUB_CLIENT_ID: 'an-id',
  GITHUB_CLIENT_SECRET: 'its-secret',
}
const start = (environment: NodeJS.ProcessEnv) =>
  assertProductionSettings(configFrom({ ...production, ...environment }, '/'), [])
const BEHIND_PROXY = { LONGSHORE_TRUST_PROXY: '127.0.0.1' }

test('production with an https address does not start until LONGSHORE_TRUST_PROXY is set', async () => {
  await expect(start({})).rejects.toThrow(
    /a proxy forwards requests, but no proxy is trusted.*Set LONGSHORE_TRUST_PROXY/,
  )
  for (const LONGSHORE_TRUST_PROXY of ['none', '127.0.0.1', '10.0.0.0/8, ::1', 'fd00::/8'])
    await start({ LONGSHORE_TRUST_PROXY })
})

test.each(['proxy.example.org', '127.0.0.1,', '10.0.0.0/33', '*', 'true', '300.1.1.1', 'none,127.0.0.1'])(
  'LONGSHORE_TRUST_PROXY rejects %s, which is not a list of addresses',
  (LONGSHORE_TRUST_PROXY) => {
    expect(() => configFrom({ LONGSHORE_TRUST_PROXY }, '/')).toThrow(
      /LONGSHORE_TRUST_PROXY\S* must be none or addresses such as 127\.0\.0\.1/,
    )
  },
)

test.each([
  ['the console’s own domain', {}, undefined],
  ['a sibling', {}, 'https://apps.example.org'],
  ['the parent', { LONGSHORE_PUBLIC_URL: 'https://longshore.co.uk' }, 'https://apps.longshore.co.uk'],
  ['another port', {}, 'https://longshore.example.org:8443'],
  ['an upper-case spelling', {}, 'https://APPS.Example.ORG'],
])(
  'production does not start with instances on %s of the console’s site, unless the risk is accepted',
  async (_what, more, url) => {
    const environment = { ...BEHIND_PROXY, ...more, LONGSHORE_INSTANCES_URL: url ?? '' }
    await expect(start(environment)).rejects.toThrow(
      /the same site as the console, where their pages can set cookies for it\. Set LONGSHORE_INSTANCES_URL.*LONGSHORE_SHARED_SITE=accepted/,
    )
    await start({ ...environment, LONGSHORE_SHARED_SITE: 'accepted' })
  },
)

test.each([
  ['another domain', {}, 'https://longshore-apps.example'],
  ['another domain of a shared suffix', { LONGSHORE_PUBLIC_URL: 'https://a.co.uk' }, 'https://b.co.uk'],
  ['another customer of a private suffix', { LONGSHORE_PUBLIC_URL: 'https://a.github.io' }, 'https://b.github.io'],
])('production starts with instances on %s', async (_what, more, LONGSHORE_INSTANCES_URL) => {
  await start({ ...BEHIND_PROXY, ...more, LONGSHORE_INSTANCES_URL })
})

test('rejects a console below the instances’ domain, and instances over plain HTTP on a public address', async () => {
  const below = {
    LONGSHORE_PUBLIC_URL: 'https://console.apps.example',
    LONGSHORE_INSTANCES_URL: 'https://apps.example',
  }
  expect(() => configFrom({ ...production, ...below }, '/')).toThrow(/would be the name of an instance below/)
  await expect(start({ ...BEHIND_PROXY, LONGSHORE_INSTANCES_URL: 'http://longshore-apps.example' })).rejects.toThrow(
    /plain HTTP on a public address/,
  )
  await start({ LONGSHORE_PUBLIC_URL: 'http://localhost:4600', LONGSHORE_INSTANCES_URL: '' })
})

let harness: PlatformHarness | undefined
afterEach(async () => {
  await harness?.close()
  harness = undefined
})
const metrics = async (remoteAddress: string, headers: Record<string, string> = {}) =>
  (await harness?.inject({ url: '/api/metrics', remoteAddress, headers }))?.statusCode

test('without a trusted proxy, a forwarded request does not count as local', async () => {
  harness = await platformHarness({ environment: { ...production, LONGSHORE_TRUST_PROXY: 'none' } })
  expect(await metrics('127.0.0.1'), 'a direct local request').toBe(200)
  for (const header of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via', 'x-forwarded-proto', 'cf-ray'])
    expect(await metrics('127.0.0.1', { [header]: '127.0.0.1' }), header).toBe(404)
})

test('behind a trusted proxy, the client’s address decides, and a request without it does not count as local', async () => {
  harness = await platformHarness({ environment: { ...production, LONGSHORE_TRUST_PROXY: '10.0.0.0/8' } })
  expect(await metrics('10.0.0.2', { 'x-forwarded-for': '203.0.113.9' })).toBe(404)
  expect(
    await metrics('10.0.0.2', { 'x-forwarded-for': '10.0.0.1, 203.0.113.9' }),
    'with a forged address in front',
  ).toBe(404)
  expect(await metrics('10.0.0.2', { 'x-forwarded-for': 'not an address' })).toBe(404)
  expect(await metrics('10.0.0.2', { 'x-forwarded-for': '192.168.1.9' })).toBe(200)
  expect(await metrics('10.0.0.2', { 'x-real-ip': '203.0.113.9' })).toBe(404)
  expect(await metrics('192.168.1.9', { 'x-forwarded-for': '10.1.1.1' }), 'a local client that is not a proxy').toBe(
    404,
  )
})

test('an untrusted proxy cannot choose the address that rate limits count', async () => {
  harness = await platformHarness({
    environment: { ...production, LONGSHORE_TRUST_PROXY: 'none', LONGSHORE_REQUESTS_PER_MINUTE: '20' },
  })
  const statuses: (number | undefined)[] = []
  for (let at = 0; at < 30; at += 1) {
    const headers = { 'x-forwarded-for': `203.0.113.${at}` }
    statuses.push((await harness.inject({ url: '/api/health', headers })).statusCode)
  }
  expect(statuses).toEqual([...Array(20).fill(200), ...Array(10).fill(429)])
})

test('an untrusted proxy is logged once', async () => {
  const logging = await sessionHarness({ ...production, LONGSHORE_TRUST_PROXY: 'none' })
  try {
    for (const address of ['203.0.113.1', '203.0.113.2'])
      await logging.app.inject({ url: '/api/health', headers: { 'x-forwarded-for': address } })
    expect(logging.logged.filter((line) => line.includes('a proxy that is not trusted'))).toHaveLength(1)
  } finally {
    await logging.close()
  }
})
