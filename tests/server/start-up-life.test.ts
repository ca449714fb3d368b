import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { alive } from '../../server/start-up/process-identity.ts'
import { type ControlPlane, startProcess, temporaryFolder } from './control-plane.ts'
import { until } from './until.ts'

// Real processes on a busy machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

const cleanUps: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const step of cleanUps.splice(0).reverse()) await step()
})

const folder = async () => {
  const { path, remove } = await temporaryFolder()
  cleanUps.push(remove)
  return path
}

const start = (path: string, ipc = false): ControlPlane => {
  const control = startProcess(path, {}, ipc)
  cleanUps.push(async () => {
    control.process.kill('SIGTERM')
    await control.ended()
  })
  return control
}

const postmasterOf = async (path: string): Promise<number> =>
  Number((await readFile(join(path, 'database/cluster/postmaster.pid'), 'utf8')).split('\n')[0])

const signIn = async (address: string, name: string): Promise<string> => {
  const response = await fetch(`${address}/api/auth/github/login?sandbox_user=${name}`, { redirect: 'manual' })
  return new URL(response.headers.get('location') ?? '', address).searchParams.get('token') ?? ''
}

const profile = async (address: string, token: string) =>
  fetch(`${address}/api/profile`, { headers: { authorization: `Bearer ${token}` } })

test('prints one line on standard output, and stops in order without leftovers', async () => {
  const path = await folder()
  const control = start(path)
  const address = await control.ready()
  expect(control.out()).toBe(`Longshore is ready: ${address}\n`)
  const postmaster = await postmasterOf(path)
  const stream = await fetch(`${address}/api/user-notification`, {
    headers: { authorization: `Bearer ${await signIn(address, 'ada')}` },
  })
  expect(stream.status).toBe(200)

  const stopRequestedMs = performance.now()
  control.process.kill('SIGINT')
  expect(await control.ended()).toBe(0)
  expect(performance.now() - stopRequestedMs, 'also with an open stream').toBeLessThan(10_000)
  expect(alive(postmaster)).toBe(false)
  expect(control.err()).toBe('')
  const log = await readFile(join(path, 'longshore.log'), 'utf8')
  expect(log).toContain('/api/auth/github/login')
  expect(log, 'no token and no query string is logged').not.toMatch(/eyJ|sandbox_user/)
})

test('after kill -9 it starts again on the running database, and nothing is lost', async () => {
  const path = await folder()
  const first = start(path)
  const token = await signIn(await first.ready(), 'grace')
  const postmaster = await postmasterOf(path)
  first.process.kill('SIGKILL')
  expect(await first.ended()).toBe('SIGKILL')
  expect(alive(postmaster), 'PostgreSQL outlives the control plane').toBe(true)

  const second = start(path)
  const address = await second.ready()
  expect(await postmasterOf(path)).toBe(postmaster)
  expect((await profile(address, token)).status, 'the session is still valid').toBe(200)
  second.process.kill('SIGTERM')
  expect(await second.ended()).toBe(0)
  expect(alive(postmaster)).toBe(false)
})

test('a killed database is restarted, and calls succeed again without a restart of the control plane', async () => {
  const path = await folder()
  const control = start(path)
  const address = await control.ready()
  const token = await signIn(address, 'edsger')
  process.kill(await postmasterOf(path), 'SIGKILL')
  const rejected = await until(async () => {
    const response = await profile(address, token)
    return response.status === 503 ? response : undefined
  }, 3000).catch(() => undefined)
  if (rejected)
    expect(await rejected.json()).toMatchObject({ error: 'unavailable', message: expect.stringMatching(/Try again/) })
  await until(async () => (await profile(address, token)).status === 200, 20_000)
  expect((await fetch(`${address}/api/ready`)).status).toBe(200)
})

test('it stops in order when its launcher exits', async () => {
  const path = await folder()
  const control = start(path, true)
  await control.ready()
  const postmaster = await postmasterOf(path)
  control.process.disconnect()
  expect(await control.ended()).toBe(0)
  expect(alive(postmaster)).toBe(false)
})

test('two copies with different ports and data folders run side by side', async () => {
  const [one, two] = [start(await folder()), start(await folder())]
  const [first, second] = await Promise.all([one.ready(), two.ready()])
  expect(first).not.toBe(second)
  const token = await signIn(first, 'barbara')
  expect((await profile(first, token)).status).toBe(200)
  expect((await profile(second, token)).status).toBe(401)
})

test('stopped during its start, it leaves nothing behind either', async () => {
  const path = await folder()
  const control = start(path)
  await until(async () => postmasterOf(path).catch(() => undefined), 20_000)
  const postmaster = await postmasterOf(path)
  control.process.kill('SIGTERM')
  expect(await control.ended()).toBe(0)
  expect(alive(postmaster)).toBe(false)
})
