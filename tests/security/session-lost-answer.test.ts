import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Plane, startPlane } from '../faults/support/plane.ts'

let plane: Plane
beforeAll(async () => {
  plane = await startPlane({ settings: { LONGSHORE_ENGINE: 'process' } })
})
afterAll(() => plane?.end())

const signIn = async (name: string): Promise<string> => {
  const answer = await fetch(`${plane.url}/api/auth/github/login?sandbox_user=${name}`, { redirect: 'manual' })
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}
const renew = async (cookie: string) => {
  const answer = await fetch(`${plane.url}/api/auth/renew`, {
    method: 'POST',
    headers: { cookie, origin: plane.url, 'content-type': 'application/json' },
    body: '{}',
  })
  return { status: answer.status, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}
/** Asks for a renewal and hangs up once the first byte of its answer comes, or, before that, when `cut` says so. */
const renewInto = (cookie: string, cut: (hangUp: () => void) => void): Promise<void> =>
  new Promise((resolve) => {
    const { host } = new URL(plane.url)
    const lines = [
      'POST /api/auth/renew HTTP/1.1',
      `Host: ${host}`,
      `Origin: ${plane.url}`,
      `Cookie: ${cookie}`,
      'Content-Type: application/json',
      'Content-Length: 2',
    ]
    const socket = connect(plane.port, '127.0.0.1', () => {
      socket.write(`${lines.join('\r\n')}\r\n\r\n{}`)
      cut(() => socket.destroy())
    })
    socket.once('data', () => socket.destroy())
    socket.on('error', () => undefined)
    socket.once('close', () => resolve())
  })

test('a browser that loses the answers to its renewals stays signed in', async () => {
  let cookie = await signIn('Ada')
  for (let round = 0; round < 5; round += 1) {
    await renewInto(cookie, (hangUp) => setImmediate(hangUp))
    await renewInto(cookie, () => undefined)
    const next = await renew(cookie)
    expect(next.status).toBe(200)
    cookie = next.cookie
  }
})

test('a server that is killed while it renews signs nobody out', async () => {
  let cookie = await signIn('Bea')
  for (let round = 0; round < 3; round += 1) {
    const renewals = Array.from({ length: 4 }, () => renewInto(cookie, () => undefined))
    await Promise.race(renewals)
    await plane.kill()
    await Promise.all(renewals)
    await plane.start()
    const next = await renew(cookie)
    expect(next.status).toBe(200)
    cookie = next.cookie
  }
})
