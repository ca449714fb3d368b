import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { type FakeWorld, fakeWorld, json } from './fake-world.ts'

const id = (last: number) => `00000000-0000-4000-8000-00000000000${last}`
const at = '2026-01-01T00:00:00.000Z'
const subOrganization = { _id: id(1), profile: { username: 'harbour' } }
const organization = {
  ...subOrganization,
  profile: { username: 'harbour', name: 'Harbour', image: null },
  preferedAppType: 'compute',
  site: subOrganization,
  compute: subOrganization,
  storage: subOrganization,
  publiclyAccessible: false,
  role: 'owner',
  sequence: 0,
  createdAt: at,
}
const user = {
  _id: id(2),
  createdAt: at,
  platformProfile: { username: 'ada', name: 'Ada', email: null, avatar: null, role: 'user' },
  preferences: { theme: 'dark', referralEnabled: false },
  organizations: [organization],
  defaultOrganization: null,
  provider: { name: 'github' },
  providerProfiles: [],
  notifications: { unreadCount: 0, sequence: 0 },
  canDeploy: true,
  tokens: [],
  banner: null,
}
const report = {
  ...{ closed: 0, failedToStart: 0, starting: 0, total: 0, active: 0 },
  lastTimeInstanceActivated: null,
  lastTimeInstanceClosed: null,
  lastTimeInstanceFailedToStart: null,
  lastTimeInstanceStarted: null,
}
const project = {
  _id: id(3),
  organizationId: id(1),
  name: 'Web',
  description: '',
  state: 'MAINTAINED',
  provider: '',
  createdAt: at,
  updatedAt: at,
  revision: 1,
  topupReport: null,
  instanceReport: report,
}

let world: FakeWorld
afterEach(() => world.remove())

/** Answers as an installation with one project does, which rejects a new instance. */
const worldWith = (rejection: object, sent: unknown[] = [], options: Parameters<typeof fakeWorld>[0] = {}) => {
  world = fakeWorld({
    env: { LONGSHORE_TOKEN: 'x' },
    ...options,
    respond: async (request) => {
      const { pathname } = new URL(request.url)
      if (pathname === '/api/profile') return json({ user })
      if (pathname.endsWith('/compute-projects')) return json({ projects: [project], totalCount: 1 })
      if (pathname.endsWith('/instances')) return json({ instances: [], totalCount: 0 })
      sent.push(await request.json())
      return json(rejection, 400)
    },
  })
  return world
}
const fileOf = (name: string, text: string) => {
  const path = join(world.configurationFolder, name)
  writeFileSync(path, text)
  return path
}
const app = `name: shop
region: us-west
services:
  web:
    image: nginx
    cpu: 1
    memory: 1Gi
    storage: 1Gi
    volumes: [{ name: data, class: beta2, size: 1Gi, mountPath: /data }]
`

test('what the server rejects is printed with the line of the file', async () => {
  const message = 'A volume is not supported by the engine of this region.'
  const field = 'configuration.services.0.volumes'
  const sent: unknown[] = []
  worldWith({ error: 'invalid', message, fields: [{ field, message }] }, sent)
  const path = fileOf('app.yaml', app)
  expect(await world.run('deploy', path)).toBe(4)
  expect(world.err()).toBe(`${path}:9:14: services.web.volumes: ${message}\n${path} has a problem.\n`)
  expect(sent).toMatchObject([
    {
      name: 'shop',
      region: 'us-west',
      projectId: id(3),
      configuration: { services: [{ name: 'web', cpuMilli: 1000 }] },
    },
  ])
})

test('a rejection that is not about the file is printed as it is', async () => {
  worldWith({ error: 'quotaExceeded', message: 'Your organisation has reached a quota.' })
  expect(await world.run('deploy', fileOf('app.yaml', app))).toBe(1)
  expect(world.err()).toBe('Your organisation has reached a quota.\n')
})

const compose = 'services:\n  web: { image: nginx, privileged: true, mem_limit: 1g, cpus: 1 }\n'

test.each([
  ['nobody can answer', [], [], 2, 0],
  ['the user declines', ['n'], [], 1, 0],
  ['the user agrees', ['y'], [], 1, 1],
  ['--yes is given', [], ['--yes'], 1, 1],
] as const)(
  'a Compose file with notes is sent only after consent: %s',
  async (_what, replies, options, code, requests) => {
    const sent: unknown[] = []
    worldWith({ error: 'unexpected', message: 'No.' }, sent, { replies: [...replies] })
    const path = fileOf('compose.yaml', compose)
    expect(await world.run('deploy', path, '--name', 'shop', '--region', 'us-west', ...options)).toBe(code)
    expect(world.err()).toContain('“privileged” is not supported and has no effect. (note)')
    expect(sent).toHaveLength(requests)
  },
)
