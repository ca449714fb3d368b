import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MAX_PICTURE_BYTES } from '../../src/contract/wire/account.ts'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import { type OrganizationHarness, organizationHarness, type TestUser } from '../server/organization-harness.ts'

let harness: OrganizationHarness
let owner: TestUser
let member: TestUser
let id: OrganizationId
let made = 0
beforeAll(async () => {
  harness = await organizationHarness()
})
afterAll(() => harness.close())
beforeEach(async () => {
  made += 1
  owner = await harness.user(`Pia Painter ${made}`)
  member = await harness.user(`Mo Member ${made}`)
  id = await harness.organization(owner, `Painted Quay ${made}`, [[member, 'member']])
})

const photograph = () => sharp({ create: { width: 300, height: 200, channels: 3, background: '#0a7' } })
const upload = async (by: TestUser, path: string, file?: Buffer, type = 'image/png') => {
  const response = await harness.app.inject({
    method: 'POST',
    url: `/api/${path}`,
    headers: { authorization: `Bearer ${by.token}`, 'content-type': type },
    payload: file ?? (await photograph().png().toBuffer()),
  })
  return { status: response.statusCode, body: response.json() }
}
const save = (image: unknown) => owner.call('PUT', `organization/${id}`, { image })
const currentImage = async () => (await owner.call('GET', `organization/${id}`)).body.organization.profile.image
const storedPictures = async () =>
  (await harness.store.pool.query('select id from avatar where organization_id = $1', [id])).rowCount

test.each<[string, () => unknown | Promise<unknown>]>([
  ['a script', () => 'javascript:alert(1)'],
  ['a page elsewhere', () => 'https://tracker.example/pixel.png'],
  ['an address without a scheme', () => '//tracker.example/pixel.png'],
  ['a picture in the address', () => 'data:image/svg+xml,<svg onload=alert(1)>'],
  ['a call of the API', () => '/api/profile'],
  ['a way out of the folder of pictures', () => '/api/avatar/../auth/logout'],
  ['a picture that is not there', () => `/api/avatar/${crypto.randomUUID()}`],
  ['the picture of a user', async () => (await upload(owner, 'profile/avatar')).body.avatar],
  [
    'the picture of another organisation',
    async () => {
      const other = await harness.organization(owner, `Other Quay ${made}`)
      return (await upload(owner, `organization/${other}/image`)).body.image
    },
  ],
  ['nothing at all', () => ''],
  ['a number', () => 1],
])('rejects %s as the picture of an organisation', async (_what, image) => {
  const { status, body } = await save(await image())
  expect([status, body.fields?.[0]?.field]).toEqual([400, 'image'])
  expect(await currentImage()).toBeNull()
})

test('rejects a new organisation with a picture address', async () => {
  const { status } = await owner.call('POST', 'organization', { name: `Late ${made}`, image: 'javascript:alert(1)' })
  expect(status).toBe(400)
})

test('a picture is uploaded, re-encoded, used and removed, and only one is kept at a time', async () => {
  const file = await photograph()
    .withExif({ IFD0: { Copyright: 'somebody' } })
    .jpeg()
    .toBuffer()
  const first = (await upload(owner, `organization/${id}/image`, file, 'image/jpeg')).body.image
  expect(await currentImage()).toBeNull()
  expect((await save(first)).status).toBe(200)
  expect(await currentImage()).toBe(first)
  const response = await harness.app.inject(first)
  expect(response.headers).toMatchObject({
    'content-type': 'image/webp',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  })
  expect(response.rawPayload.includes('somebody')).toBe(false)
  expect(await sharp(response.rawPayload).metadata()).toMatchObject({ width: 256, height: 256 })
  const unused = (await upload(owner, `organization/${id}/image`)).body.image
  const second = (await upload(owner, `organization/${id}/image`)).body.image
  expect((await harness.app.inject(unused)).statusCode).toBe(404)
  expect((await save(second)).status).toBe(200)
  expect((await harness.app.inject(first)).statusCode).toBe(404)
  expect((await save(null)).status).toBe(200)
  expect(await storedPictures()).toBe(0)
  expect((await harness.app.inject(second)).statusCode).toBe(404)
})

test('saving the same picture again works, and saving another field keeps the picture', async () => {
  const { image } = (await upload(owner, `organization/${id}/image`)).body
  await save(image)
  expect((await save(image)).status).toBe(200)
  expect((await owner.call('PUT', `organization/${id}`, { name: 'Renamed' })).status).toBe(200)
  expect(await currentImage()).toBe(image)
})

test('only members who may change the settings can upload, and only pictures', async () => {
  const outsider = await harness.user(`Sid Stranger ${made}`)
  expect((await upload(member, `organization/${id}/image`)).status).toBe(403)
  expect((await upload(outsider, `organization/${id}/image`)).status).toBe(404)
  const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  expect((await upload(owner, `organization/${id}/image`, script)).body.error).toBe('notAPicture')
  expect((await upload(owner, `organization/${id}/image`, script, 'image/svg+xml')).status).toBe(415)
  expect((await upload(owner, `organization/${id}/image`, Buffer.alloc(MAX_PICTURE_BYTES + 1))).status).toBe(413)
  expect(await storedPictures()).toBe(0)
})
