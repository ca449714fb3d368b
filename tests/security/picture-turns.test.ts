import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inPictureTurn } from '../../server/accounts/avatar/picture-turns.ts'
import type { UserId } from '../../src/contract/wire/common.ts'
import { type SessionHarness, sessionHarness } from '../server/session-harness.ts'
import { signedIn } from '../server/signed-in.ts'

let harness: SessionHarness
beforeAll(async () => {
  harness = await sessionHarness()
})
afterAll(() => harness.close())

const picture = (width: number, height: number, progressive = false) =>
  sharp({ create: { width, height, channels: 3, background: '#0a7' } })
    .png({ progressive, compressionLevel: 1 })
    .toBuffer()
const uploads = async (name: string) => {
  const { token } = await signedIn(harness, name)
  return async (payload: Buffer) => {
    const response = await harness.app.inject({
      method: 'POST',
      url: '/api/profile/avatar',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png' },
      payload,
    })
    return { status: response.statusCode, body: response.json() }
  }
}

test('large interlaced pictures of one user do not delay the small picture of another', async () => {
  const [large, small] = [await picture(4900, 4900, true), await picture(300, 300)]
  const [attack, upload] = [await uploads('Ed'), await uploads('Fay')]
  expect((await upload(small)).status, 'the encoder is loaded').toBe(200)
  const ended: string[] = []
  const flood = Array.from({ length: 5 }, async () => {
    const { status } = await attack(large)
    if (status === 200) ended.push('large')
    return status
  })
  const own = upload(small).then(({ status }) => {
    ended.push('small')
    return status
  })
  expect(await own).toBe(200)
  expect((await Promise.all(flood)).sort()).toEqual([200, 200, 429, 429, 429])
  expect(ended.at(-1), 'the second large picture').toBe('large')
  expect((await attack(small)).status, 'a user whose pictures are done').toBe(200)
})

test('a picture of more than 25 megapixels is rejected', async () => {
  const upload = await uploads('Gus')
  expect(await upload(await picture(5100, 5000))).toMatchObject({
    status: 400,
    body: { message: 'This picture has more than 25 megapixels. Choose a smaller one.' },
  })
})

test('one picture of a user is encoded at a time, two of all users, and few wait', async () => {
  const [running, open]: [Set<string>, (() => void)[]] = [new Set(), []]
  let [started, most] = [0, 0]
  const { signal } = new AbortController()
  const turn = (user: string) =>
    inPictureTurn(user as UserId, signal, async () => {
      expect(running.has(user)).toBe(false)
      running.add(user)
      started += 1
      most = Math.max(most, running.size)
      await new Promise<void>((resolve) => open.push(resolve))
      running.delete(user)
    })
  const pending = ['a', 'a', 'b', 'c'].map(turn)
  await expect(turn('a')).rejects.toMatchObject({ code: 'tooMany', status: 429 })
  const leaving = new AbortController()
  const left = inPictureTurn(randomUUID() as UserId, leaving.signal, async () => undefined)
  leaving.abort()
  await expect(left).rejects.toMatchObject({ code: 'tooMany' })
  const others = Array.from({ length: 30 }, (_, number) => turn(`other ${number}`).catch(({ code }) => code))
  expect(await Promise.all(others.slice(26))).toEqual(Array(4).fill('tooMany'))
  while (started < 30 || open.length > 0) {
    open.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  await Promise.all([...pending, ...others])
  expect(most).toBe(2)
})
