import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_PICTURE_BYTES } from '../../src/contract/wire/account.ts'
import { type SessionHarness, sessionHarness } from './session-harness.ts'
import { signedIn } from './signed-in.ts'

let harness: SessionHarness
beforeAll(async () => {
  harness = await sessionHarness()
})
afterAll(() => harness.close())

const photograph = (width = 640, height = 480) => sharp({ create: { width, height, channels: 3, background: '#0a7' } })

const user = async (name: string) => {
  const { token, call } = await signedIn(harness, name)
  const upload = (payload: Buffer, type = 'image/png') =>
    harness.app.inject({
      method: 'POST',
      url: '/api/profile/avatar',
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
      payload,
    })
  return { call, upload }
}

const picture = (address: string) => harness.app.inject(address)
const storedPictures = async (username: string) => {
  const { rows } = await harness.store.pool.query(
    `select avatar.id from avatar join "user" on "user".id = user_id where username = $1`,
    [username],
  )
  return rows.length
}

describe.each(['jpeg', 'png', 'webp', 'gif'] as const)('a %s', (kind) => {
  test('becomes a square WebP of 256 pixels without anything but pixels [A2.36]', async () => {
    const { upload } = await user(`painter ${kind}`)
    const file = await photograph()
      .withExif({ IFD0: { Copyright: 'somebody', ImageDescription: 'where I live' } })
      .toFormat(kind)
      .toBuffer()
    const response = await upload(file, `image/${kind}`)
    expect(response.statusCode, response.body).toBe(200)
    const fetched = await picture(response.json().avatar)
    expect(fetched.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    })
    const metadata = await sharp(fetched.rawPayload).metadata()
    expect(metadata).toMatchObject({ format: 'webp', width: 256, height: 256 })
    expect([metadata.exif, metadata.icc, metadata.xmp]).toEqual([undefined, undefined, undefined])
    expect(fetched.rawPayload.includes('somebody')).toBe(false)
  })
})

test('a sideways photograph is rotated upright', async () => {
  const { upload } = await user('turner')
  const upper = await photograph(40, 20).png().toBuffer()
  const file = await photograph(40, 40)
    .composite([{ input: await sharp(upper).negate().toBuffer(), gravity: 'north' }])
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const fetched = await picture((await upload(file, 'image/jpeg')).json().avatar)
  const at = async (left: number) =>
    (await sharp(fetched.rawPayload).extract({ left, top: 128, width: 1, height: 1 }).raw().toBuffer())[0] ?? 0
  expect(await at(20)).toBeLessThan(64)
  expect(await at(236)).toBeGreaterThan(192)
})

describe('rejected with a message', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>')
  const cases: [string, () => Promise<Buffer> | Buffer][] = [
    ['a file with only a picture’s content type', () => Buffer.from('<script>alert(1)</script>')],
    ['an empty file', () => Buffer.alloc(0)],
    ['an SVG under another name', () => svg],
    ['a TIFF under another name', () => photograph().tiff().toBuffer()],
    ['a PNG that was cut off', async () => (await photograph().png().toBuffer()).subarray(0, 200)],
    [
      'a header and noise',
      async () => Buffer.concat([(await photograph().png().toBuffer()).subarray(0, 33), Buffer.alloc(900, 7)]),
    ],
  ]
  test.each(cases)('%s', async (_, make) => {
    const { upload, call } = await user('forger')
    const response = await upload(await make())
    expect([response.statusCode, response.json().error]).toEqual([400, 'notAPicture'])
    expect(response.json().message).toMatch(/cannot be read/)
    expect((await call('GET', 'profile')).body.user.platformProfile.avatar).toBeNull()
  })

  test('a small file that unpacks to gigabytes, without unpacking it', async () => {
    const { upload } = await user('bomber')
    const bomb = await photograph(14_000, 14_000).png({ compressionLevel: 9 }).toBuffer()
    expect(bomb.length).toBeLessThan(MAX_PICTURE_BYTES)
    const before = process.memoryUsage().rss
    const response = await upload(bomb)
    expect(response.statusCode).toBe(400)
    expect(response.json().message).toBe('This picture has more than 25 megapixels. Choose a smaller one.')
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000)
  })

  test('more than 5 MB [A5.10]', async () => {
    const { upload } = await user('hoarder')
    const response = await upload(Buffer.alloc(MAX_PICTURE_BYTES + 1))
    expect([response.statusCode, response.json().error]).toEqual([413, 'tooLarge'])
  })

  test('an upload without a session, before its body is read', async () => {
    const response = await harness.app.inject({
      method: 'POST',
      url: '/api/profile/avatar',
      headers: { 'content-type': 'image/png' },
      payload: Buffer.alloc(MAX_PICTURE_BYTES + 1),
    })
    expect(response.statusCode).toBe(401)
  })
})

test('an uploaded picture is shown once the profile is saved with it, and the previous one is deleted [A7.3] [A4.13]', async () => {
  const { upload, call } = await user('sitter')
  const first = (await upload(await photograph().png().toBuffer())).json().avatar
  const second = (await upload(await photograph().negate().png().toBuffer())).json().avatar
  expect((await picture(first)).statusCode).toBe(404)
  expect((await call('GET', 'profile')).body.user.platformProfile.avatar).toBeNull()

  expect((await call('PUT', 'profile', { avatar: second })).body.user.platformProfile.avatar).toBe(second)
  const third = (await upload(await photograph().png().toBuffer())).json().avatar
  expect((await picture(second)).statusCode).toBe(200)
  await call('PUT', 'profile', { avatar: third })
  expect((await picture(second)).statusCode).toBe(404)

  expect((await call('PUT', 'profile', { avatar: null })).body.user.platformProfile.avatar).toBeNull()
  expect(await storedPictures('sitter')).toBe(0)
})

test('a user cannot use another user’s picture', async () => {
  const [owner, thief] = [await user('owner of a face'), await user('thief of a face')]
  const { avatar } = (await owner.upload(await photograph().png().toBuffer())).json()
  for (const foreign of [
    avatar,
    'https://elsewhere.example/pixel.png',
    '/api/avatar/../profile',
    '/api/avatar/nothing',
  ])
    expect(await thief.call('PUT', 'profile', { avatar: foreign })).toMatchObject({
      status: 400,
      body: { error: 'invalid', fields: [{ field: 'avatar' }] },
    })
})

test('URLs without a picture', async () => {
  for (const id of ['nothing', crypto.randomUUID(), '%00', '..%2Fprofile'])
    expect((await picture(`/api/avatar/${id}`)).statusCode).toBe(404)
})
