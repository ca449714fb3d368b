import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type ControlPlane, startProcess, temporaryFolder } from './control-plane.ts'
import { until } from './until.ts'

// Real processes on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const main = fileURLToPath(new URL('../../cli/main.ts', import.meta.url))
const home = mkdtempSync(join(tmpdir(), 'longshore-cli-'))
let controlPlane: ControlPlane
let removeFolder: () => Promise<void>
let url: string
let browserToken: string

beforeAll(async () => {
  const { path, remove } = await temporaryFolder()
  removeFolder = remove
  controlPlane = startProcess(path)
  url = await controlPlane.ready()
  browserToken = await signIn('ada')
  const { organization } = await call('POST', 'organization', { name: 'Harbour', username: 'harbour' })
  await call('PATCH', 'profile', { email: 'ada@example.org', defaultOrganization: organization._id })
})
afterAll(async () => {
  controlPlane.process.kill('SIGTERM')
  await controlPlane.ended()
  await removeFolder()
  rmSync(home, { recursive: true, force: true })
})

const signIn = async (name: string): Promise<string> => {
  const response = await fetch(`${url}/api/auth/github/login?sandbox_user=${name}`, { redirect: 'manual' })
  return new URL(response.headers.get('location') ?? '', url).searchParams.get('token') ?? ''
}

/** Calls the API as the browser of the user. */
const call = async (method: string, path: string, body?: object) => {
  const response = await fetch(`${url}/api/${path}`, {
    method,
    headers: { authorization: `Bearer ${browserToken}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return response.json()
}

/** Starts the real command, in a home folder of its own. It is compiled once, not for each of its many starts. */
const start = (args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
  const child = spawn(process.execPath, [main, ...args], {
    env: {
      PATH: process.env.PATH,
      HOME: home,
      XDG_CONFIG_HOME: join(home, 'settings'),
      NODE_COMPILE_CACHE: join(home, 'compiled'),
      LONGSHORE_URL: url,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed = { out: '', err: '' }
  child.stdout.on('data', (part: Buffer) => {
    printed.out += part
  })
  child.stderr.on('data', (part: Buffer) => {
    printed.err += part
  })
  return { child, printed, ended: once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string) }
}

const run = async (...args: string[]) => {
  const { printed, ended } = start(args)
  return { code: await ended, ...printed }
}

/** Runs a command with a token instead of a login. */
const runWithToken = async (...args: string[]) => {
  const { printed, ended } = start(args, { LONGSHORE_TOKEN: browserToken })
  return { code: await ended, ...printed }
}

const approve = async (printed: { err: string }) => {
  const userCode = await until(async () => /approve the code (\S+)\./.exec(printed.err)?.[1], 60_000)
  expect(printed.err).toContain(`${url}/user/cli-login?code=${userCode}`)
  expect(await call('POST', 'auth/cli/decision', { userCode, approve: true })).toMatchObject({ approved: true })
}

test('logs in by a code, deploys a file, shows it, reads its log, closes and deletes it, and logs out', async () => {
  const login = start(['login'])
  await approve(login.printed)
  expect([await login.ended, login.printed.out]).toEqual([0, expect.stringMatching(`Logged in to ${url} as ada`)])
  const credentials = join(home, 'settings/longshore/credentials.json')
  expect(statSync(credentials).mode & 0o777).toBe(0o600)
  const { token, secret } = JSON.parse(readFileSync(credentials, 'utf8')).logins[url]
  for (const hidden of [token, secret]) expect(login.printed.out + login.printed.err).not.toContain(hidden)

  const whoami = await run('whoami', '--json')
  expect(JSON.parse(whoami.out)).toMatchObject({
    url,
    organizations: expect.arrayContaining([{ username: 'harbour', role: 'owner' }]),
  })
  expect((await run('projects', 'create', 'Web')).out).toBe('Project Web created.\n')

  const file = join(home, 'app.yaml')
  writeFileSync(
    file,
    `name: hello
region: us-west
services:
  app:
    image: longshore/hello:1
    cpu: 0.1
    memory: 64Mi
    storage: 512Mi
    ports: [{ port: 8080 }]
`,
  )
  const deployed = await run('deploy', file)
  expect([deployed.code, deployed.err]).toEqual([0, ''])
  const page = /http:\/\/\S+\n$/.exec(deployed.out)?.[0].trim() ?? ''
  expect(deployed.out).toContain('Deploying hello.\n')
  expect(page).toMatch(/^http:\/\/hello-/)

  expect((await run('status', 'hello')).out).toMatch(/State +Active\n/)
  const listed = JSON.parse((await run('instances', '--project', 'Web', '--json')).out)
  expect(listed).toMatchObject([{ name: 'hello', state: 'Active' }])
  expect((await run('logs', 'hello', '--type', 'deployment')).out).toContain('Starting the program')

  const following = start(['logs', 'hello', '--follow', '--type', 'deployment', '--lines', '0'])
  expect((await run('delete', 'hello')).code, 'nobody can type the name').toBe(2)
  expect((await run('delete', 'hello', '--confirm', 'Hello')).err).toContain('The name does not match.')
  expect((await run('close', 'hello', '--yes')).code).toBe(0)
  await until(async () => following.printed.out.includes('Clos'), 60_000)
  following.child.kill('SIGINT')
  expect(await following.ended).toBe(130)

  expect(await run('delete', 'hello', '--confirm', 'hello')).toMatchObject({
    code: 0,
    out: 'hello is being deleted.\n',
  })
  await until(async () => (await run('status', 'hello')).err === 'There is no instance “hello”.\n', 60_000)

  expect((await run('logout')).code).toBe(0)
  expect((await fetch(`${url}/api/profile`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(401)
  expect((await run('whoami')).code).toBe(3)
})

const shop = (mode: string, token: string) => `name: shop
region: us-west
services:
  web:
    image: longshore/hello:1
    cpu: 0.1
    memory: 64Mi
    storage: 512Mi
    ports: [{ port: 8080 }]
    environment: { MODE: ${mode}, TOKEN: { secret: true, ${token} } }
  worker:
    image: longshore/clock:1
    cpu: 0.1
    memory: 64Mi
    storage: 512Mi
    startAfter: [web]
`

test('a file with two services is deployed, updated, printed, rolled back and restarted', async () => {
  await runWithToken('projects', 'create', 'Shops')
  const file = join(home, 'shop.yaml')
  const deploy = (text: string, ...options: string[]) => {
    writeFileSync(file, text)
    return runWithToken('deploy', file, '--project', 'Shops', ...options)
  }
  expect(await deploy(shop('one', 'keep: true')), 'there is nothing to keep yet').toMatchObject({
    code: 4,
    err: expect.stringContaining(`${file}:10:`),
  })
  expect(await deploy(shop('one', 'value: hush'))).toMatchObject({ code: 0, err: '' })
  expect(await deploy(shop('two', 'keep: true'))).toMatchObject({ code: 0, err: '' })
  const newest = async () => JSON.parse((await runWithToken('status', 'shop', '--json')).out).deployments[0]
  expect(await newest()).toMatchObject({ number: 2, reason: 'update', status: 'Deployed' })

  const { out: printed } = await runWithToken('configuration', 'shop')
  expect(printed).toContain('TOKEN:\n        secret: true\n        keep: true')
  expect(printed).not.toContain('hush')
  expect(await deploy(printed, '--detach'), 'it comes back unchanged').toMatchObject({ code: 0, err: '' })

  const variables = join(home, 'shop.env')
  writeFileSync(variables, "export MODE='three'\nAPI_KEY=hush-hush\n")
  const set = ['env', 'shop', '--service', 'web', '--file', variables]
  expect(await runWithToken(...set), 'nobody can answer').toMatchObject({ code: 2 })
  expect(await runWithToken(...set, '--yes', '--detach')).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringContaining('replace MODE\nadd API_KEY (secret)\n'),
  })
  const { out: names } = await runWithToken('env', 'shop')
  expect(names).toMatch(/web +MODE +plain\n/)
  expect(names).toMatch(/web +API_KEY +secret\n/)
  expect(names).not.toMatch(/three|hush/)

  expect(await runWithToken('rollback', 'shop', '--to', '1', '--yes')).toMatchObject({ code: 0, err: '' })
  expect(await newest()).toMatchObject({ reason: 'rollback', repeats: 1, status: 'Deployed' })
  expect((await runWithToken('rollback', 'shop', '--to', '99', '--yes')).code).toBe(1)
  expect(await runWithToken('restart', 'shop')).toMatchObject({ code: 0, err: '' })
  expect((await runWithToken('delete', 'shop', '--confirm', 'shop')).code).toBe(0)
})

test('a login that is denied in the console fails', async () => {
  const login = start(['login'])
  const userCode = await until(async () => /approve the code (\S+)\./.exec(login.printed.err)?.[1], 60_000)
  await call('POST', 'auth/cli/decision', { userCode, approve: false })
  expect([await login.ended, login.printed.err]).toEqual([
    1,
    expect.stringContaining('The login of this command line was denied.'),
  ])
})
