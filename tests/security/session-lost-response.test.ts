import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ControlPlane, startControlPlane } from '../faults/support/control-plane.ts'
import { scaleToLoad } from '../scale-to-load.ts'

let controlPlane: ControlPlane
beforeAll(async () => {
  controlPlane = await startControlPlane({ settings: { LONGSHORE_ENGINE: 'process' } })
})
afterAll(() => controlPlane?.end())

const signIn = async (name: string): Promise<string> => {
  const response = await fetch(`${controlPlane.url}/api/auth/github/login?sandbox_user=${name}`, { redirect: 'manual' })
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}
const renew = async (cookie: string) => {
  const response = await fetch(`${controlPlane.url}/api/auth/renew`, {
    method: 'POST',
    headers: { cookie, origin: controlPlane.url, 'content-type': 'application/json' },
    body: '{}',
  })
  return { status: response.status, cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}
/** Requests a renewal and disconnects at the first byte of the response, or earlier when `cut` calls `hangUp`. */
const renewInto = (cookie: string, cut: (hangUp: () => void) => void): Promise<void> =>
  new Promise((resolve) => {
    const { host } = new URL(controlPlane.url)
    const lines = [
      'POST /api/auth/renew HTTP/1.1',
      `Host: ${host}`,
      `Origin: ${controlPlane.url}`,
      `Cookie: ${cookie}`,
      'Content-Type: application/json',
      'Content-Length: 2',
    ]
    const socket = connect(controlPlane.port, '127.0.0.1', () => {
      socket.write(`${lines.join('\r\n')}\r\n\r\n{}`)
      cut(() => socket.destroy())
    })
    socket.once('data', () => socket.destroy())
    socket.on('error', () => undefined)
    socket.once('close', () => resolve())
  })

test('a browser that loses the responses to its renewals stays signed in', async () => {
  let cookie = await signIn('Ada')
  for (let round = 0; round < 5; round += 1) {
    await renewInto(cookie, (hangUp) => setImmediate(hangUp))
    await renewInto(cookie, () => undefined)
    // A request that arrives after the next cookie was used would count as a stolen one.
    await delay(scaleToLoad(100))
    const next = await renew(cookie)
    expect(next.status).toBe(200)
    cookie = next.cookie
  }
})

test('a session survives a kill of the server during renewals', async () => {
  let cookie = await signIn('Bea')
  for (let round = 0; round < 3; round += 1) {
    const renewals = Array.from({ length: 4 }, () => renewInto(cookie, () => undefined))
    await Promise.race(renewals)
    await controlPlane.kill()
    await Promise.all(renewals)
    await controlPlane.start()
    const next = await renew(cookie)
    expect(next.status).toBe(200)
    cookie = next.cookie
  }
})
