import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountHandlers } from '../../server/accounts/account-handlers.ts'
import { bannerHandlers } from '../../server/banners/banner-handlers.ts'
import { configFrom } from '../../server/config.ts'
import { type PlatformHarness, platformHarness } from './platform-harness.ts'

const banner = (id: string) => ({ id, title: id, text: 'words', link: null })
let folder: string
let harness: PlatformHarness

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'longshore-banners-'))
  const file = join(folder, 'product.json')
  await writeFile(file, JSON.stringify({ banners: [banner('new-regions'), banner('survey'), banner('prices')] }))
  const config = configFrom({ LONGSHORE_PRODUCT: file }, '/')
  harness = await platformHarness({
    handlers: (store) => ({ ...accountHandlers(store, config), ...bannerHandlers(store, config) }),
  })
})
afterAll(async () => {
  await harness.close()
  await rm(folder, { recursive: true, force: true })
})

const toSee = async (token: string) =>
  (await harness.inject({ url: '/api/banner/toSee', token })).json() as {
    success: boolean
    banners: { _id: string; active: boolean }[]
  }
const visit = async (token: string, id: string) =>
  (await harness.inject({ method: 'POST', url: `/api/banner/visited/${id}`, token })).statusCode

test('a user sees the banners of the configuration, one of them active [A7.15, A3.9]', async () => {
  const { token } = await harness.user('ada')
  expect(await toSee(token)).toMatchObject({
    success: true,
    banners: [
      { _id: 'new-regions', active: true },
      { _id: 'survey', active: false },
      { _id: 'prices', active: false },
    ],
  })
})

test('a visited banner is not shown to that user again, even when it is reported twice [A7.16, A4.12]', async () => {
  const { token } = await harness.user('bea')
  const { token: other } = await harness.user('cleo')
  expect(await Promise.all([1, 2, 3].map(() => visit(token, 'new-regions')))).toEqual([200, 200, 200])
  expect((await toSee(token)).banners).toMatchObject([
    { _id: 'survey', active: true },
    { _id: 'prices', active: false },
  ])
  expect((await toSee(other)).banners).toHaveLength(3)
})

test('the profile has the active banner, and null after the last one [A3.1, A3.9]', async () => {
  const { token } = await harness.user('ella')
  const active = async () => (await harness.inject({ url: '/api/profile', token })).json().user.banner
  for (const id of ['new-regions', 'survey', 'prices']) {
    expect(await active()).toMatchObject({ _id: id, active: true })
    await visit(token, id)
  }
  expect(await active()).toBeNull()
})

test('an unknown banner cannot be visited, and visiting needs a session', async () => {
  const { token } = await harness.user('dan')
  expect(await visit(token, 'nothing')).toBe(404)
  expect((await harness.inject({ url: '/api/banner/toSee' })).statusCode).toBe(401)
})
