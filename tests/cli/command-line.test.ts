import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createCredentials } from '../../cli/client/credentials.ts'
import { commands } from '../../cli/commands/commands.ts'
import { type FakeWorld, fakeWorld, json } from './fake-world.ts'

const worlds: FakeWorld[] = []
const worldOf = (options: Parameters<typeof fakeWorld>[0] = {}) => {
  const world = fakeWorld(options)
  worlds.push(world)
  return world
}
afterEach(() => {
  for (const world of worlds.splice(0)) world.remove()
})

const URL_OF_TESTS = 'http://localhost:4600'
const tokenUntil = (expiresAtMs: number) =>
  `e30.${Buffer.from(JSON.stringify({ sid: 's', sub: 'u', exp: expiresAtMs / 1000 })).toString('base64url')}.x`
const logIn = (world: FakeWorld, expiresAtMs: number, url = URL_OF_TESTS) =>
  createCredentials(world.configurationFolder).save(url, {
    token: tokenUntil(expiresAtMs),
    secret: 'old-secret',
    email: 'ada@example.org',
  })
const write = (world: FakeWorld, name: string, text: string) => {
  const path = join(world.configurationFolder, name)
  writeFileSync(path, text)
  return path
}

test('the help names every command, and each command explains its options', async () => {
  const world = worldOf()
  expect(await world.run('help')).toBe(0)
  for (const name of Object.keys(commands)) {
    expect(world.out()).toMatch(new RegExp(`^ {2}${name}\\b`, 'm'))
    const own = worldOf()
    expect([await own.run('help', name), await own.run(name, '--help')]).toEqual([0, 0])
    for (const option of Object.keys(commands[name]?.options ?? {})) expect(own.out()).toContain(`--${option}`)
  }
  expect(await world.run('--version')).toBe(0)
  expect(world.out()).toContain('longshore 1.2.3')
})

test.each([
  [['deplyo'], 2, 'Unknown command “deplyo”. Did you mean “deploy”?'],
  [['status', 'a', 'b'], 2, '“status” takes INSTANCE.'],
  [['shell', 'shop'], 2, 'A shell needs a terminal. In scripts, use “longshore exec”.'],
  [['exec', 'shop', '--replica', '0', '--', 'ls'], 2, '--replica is a number from 1.'],
  [['whoami', '--colour'], 2, "Unknown option '--colour'"],
  [['whoami', '--url', 'ftp://x'], 2, 'ftp://x is not a URL.'],
  [['whoami', '--url', 'http://example.org'], 2, 'http://example.org is not encrypted. Use https.'],
  [['whoami'], 3, 'You are not logged in to http://localhost:4600. Run “longshore login”.'],
  [['check'], 2, 'Name a file.'],
  [['check', '/nowhere.yaml'], 2, '/nowhere.yaml cannot be read: ENOENT.'],
])('%j fails with exit code %i', async (args, code, message) => {
  const world = worldOf()
  expect(await world.run(...args)).toBe(code)
  expect(world.err()).toContain(message)
  expect(world.out()).toBe('')
})

test('a file is checked without a server, and every problem is printed with its line', async () => {
  const world = worldOf()
  const path = write(world, 'app.yaml', 'services:\n  web:\n    imgae: nginx\n    cpu: 1\n')
  expect(await world.run('check', path)).toBe(4)
  expect(world.err()).toContain(`${path}:3:5: services.web.imgae: Unknown field “imgae”. Did you mean “image”?`)
  expect(world.err()).toContain('has 4 problems.')
})

test('a Compose file takes its variables from the environment and from .env beside it, and lists what has no effect', async () => {
  const world = worldOf({ env: { TAG: '2' } })
  write(world, '.env', 'TAG=1\nUSER_ID=1000\n')
  const text = 'services:\n  web:\n    image: nginx:$TAG\n    user: $USER_ID\n    privileged: true\n'
  const path = write(world, 'compose.yaml', text)
  expect(await world.run('check', path, '--json')).toBe(0)
  expect(JSON.parse(world.out())).toMatchObject({ format: 'compose', services: ['web'] })
  expect(world.err()).toContain(
    `${path}:5:5: services.web.privileged: “privileged” is not supported and has no effect. (note)`,
  )
})

test('credentials are in a file that only its user can read, also where it was readable before', async () => {
  const world = worldOf()
  const credentials = createCredentials(world.configurationFolder)
  mkdirSync(join(world.configurationFolder, 'longshore'))
  writeFileSync(credentials.path, '{"current":null,"logins":{}}')
  chmodSync(credentials.path, 0o644)
  await logIn(world, 0)
  expect(statSync(credentials.path).mode & 0o777).toBe(0o600)
  expect(await credentials.current()).toBe(URL_OF_TESTS)
  await credentials.remove(URL_OF_TESTS)
  expect(readFileSync(credentials.path, 'utf8')).not.toContain('old-secret')
})

test('damaged credentials are named, not overwritten', async () => {
  const world = worldOf()
  mkdirSync(join(world.configurationFolder, 'longshore'))
  const path = write(world, 'longshore/credentials.json', '{')
  expect(await world.run('whoami')).toBe(1)
  expect(world.err()).toBe(`${path} is damaged. Delete it and log in again.\n`)
})

const hostile = '\u001b[2J\u001b]0;title\u0007\u009b31m\u202eevil'
const profile = {
  user: {
    _id: '00000000-0000-4000-8000-000000000001',
    createdAt: '2026-01-01T00:00:00.000Z',
    platformProfile: { username: 'ada', name: `Ada${hostile}`, email: null, avatar: null, role: 'user' },
    preferences: { theme: 'dark', referralEnabled: false },
    organizations: [],
    defaultOrganization: null,
    provider: { name: 'github' },
    providerProfiles: [],
    notifications: { unreadCount: 0, sequence: 0 },
    canDeploy: true,
    tokens: [],
    banner: null,
  },
}

test('an expired token is renewed before it is used, and the new secret is saved', async () => {
  const nowMs = 1_800_000_000_000
  const seen: string[] = []
  const world = worldOf({
    nowMs: () => nowMs,
    respond: async (request) => {
      seen.push(`${request.method} ${new URL(request.url).pathname} ${request.headers.get('authorization') ?? ''}`)
      if (!request.url.endsWith('/auth/renew')) return json(profile)
      expect(await request.json()).toEqual({ secret: 'old-secret' })
      return json({ token: tokenUntil(nowMs + 900_000), secret: 'new-secret' })
    },
  })
  await logIn(world, nowMs - 1000)
  expect(await world.run('whoami')).toBe(0)
  expect(seen).toEqual(['POST /api/auth/renew ', `GET /api/profile Bearer ${tokenUntil(nowMs + 900_000)}`])
  const saved = readFileSync(createCredentials(world.configurationFolder).path, 'utf8')
  expect(saved).toContain('new-secret')
  expect(saved).not.toContain('old-secret')
})

test('an ended session asks for a login, and an API token takes the place of a login', async () => {
  const respond = (request: Request) =>
    request.headers.get('authorization') === 'Bearer lst_token'
      ? json(profile)
      : json({ error: 'sessionEnded', message: 'Your session has ended. Log in again.' }, 401)
  const world = worldOf({ respond })
  await logIn(world, Date.now() + 900_000)
  expect(await world.run('whoami')).toBe(3)
  expect(world.err()).toBe('You are not logged in. Run “longshore login”.\n')
  const other = worldOf({ respond, env: { LONGSHORE_TOKEN: 'lst_token' } })
  expect(await other.run('whoami')).toBe(0)
})

test('hostile sequences from the server are shown, not obeyed', async () => {
  const world = worldOf({ respond: () => json(profile), env: { LONGSHORE_TOKEN: 'x' } })
  expect(await world.run('whoami')).toBe(0)
  expect(world.out()).toContain(String.raw`Ada\x1b[2J\x1b]0;title\x07\x9b31m\u202eevil`)
  const asJson = worldOf({ respond: () => json(profile), env: { LONGSHORE_TOKEN: 'x' } })
  await asJson.run('whoami', '--json')
  expect(JSON.parse(asJson.out()).name).toBe(`Ada${hostile}`)
  const failing = worldOf({
    respond: () => json({ error: 'unexpected', message: hostile }, 500),
    env: { LONGSHORE_TOKEN: 'x' },
  })
  expect(await failing.run('whoami')).toBe(1)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: nothing that a terminal obeys may be printed
  const obeyed = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/
  for (const text of [world.out(), asJson.out(), failing.err()]) expect(text).not.toMatch(obeyed)
})

test.each([
  ['not JSON', () => new Response('<html>'), 'could not be read'],
  ['an answer of another shape', () => json({ user: {} }), 'could not be read'],
  ['no connection', () => Promise.reject(new TypeError('fetch failed')), 'cannot be reached'],
  ['a bad gateway', () => new Response('', { status: 502 }), 'cannot be reached'],
  ['a second factor', () => json({ error: 'stepUpNeeded', message: 'x' }, 403), 'which only the console can check'],
])('%s is explained', async (_what, respond, message) => {
  const world = worldOf({ respond, env: { LONGSHORE_TOKEN: 'secret-token' } })
  expect(await world.run('whoami')).toBe(1)
  expect(world.err()).toContain(message)
  expect(world.err()).not.toContain('secret-token')
})

test('a token is not sent to where a redirect leads', async () => {
  const requested: string[] = []
  const server = createServer((request, response) => {
    requested.push(request.url ?? '')
    response.writeHead(307, { location: '/elsewhere' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const world = worldOf({ env: { LONGSHORE_TOKEN: 'x', LONGSHORE_URL: url } })
  expect(await world.run('whoami')).toBe(1)
  server.close()
  expect(requested).toEqual(['/api/profile'])
})
