import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newApiKey } from '../../server/keys/api-keys.ts'
import { derivedKey } from '../../server/session/derived-key.ts'
import { signToken } from '../../server/session/token-format.ts'
import { type TokenScope, tokenScopes } from '../../src/contract/access.ts'
import { callNames } from '../../src/contract/call-names.ts'
import { type CallName, callNamed } from '../../src/contract/contract.ts'
import type { AppType } from '../../src/contract/wire/account.ts'
import type { UserId } from '../../src/contract/wire/common.ts'
import { type RoleGroup, roleGroups } from '../../src/contract/wire/role.ts'
import { appTypeOf, roleMay, visitorMay } from '../../src/rules/roles.ts'
import { scopeOfPermission } from '../../src/rules/token-scopes.ts'
import {
  createOrganizationFixture,
  join,
  type OrganizationFixture,
  type PlatformHarness,
  platformHarness,
  SECRET,
} from './platform-harness.ts'
import { sampleRequest } from './sample-input.ts'
import { until } from './until.ts'

let harness: PlatformHarness
let closed: OrganizationFixture
let open: OrganizationFixture
const tokens = new Map<string, string | undefined>()

/** A kind of caller: the role in both estates, and the session or API token. */
interface Kind {
  callerName: string
  role: RoleGroup | null
  /** An invalid token is rejected for every call. */
  over?: true
  /** An API token of the closed estate, for one kind of app. */
  key?: AppType
  /** The scopes of the token; all by default. */
  scopes?: readonly TokenScope[]
}

const kinds: Kind[] = [
  { callerName: 'visitor', role: null },
  { callerName: 'outsider', role: null },
  ...roleGroups.map((role) => ({ callerName: role, role })),
  { callerName: 'owner with an expired token', role: 'owner', over: true },
  { callerName: 'owner with an ended session', role: 'owner', over: true },
  { callerName: 'compute key of an owner', role: 'owner', key: 'compute' },
  { callerName: 'compute key of a viewer', role: 'viewer', key: 'compute' },
  { callerName: 'site key of an owner', role: 'owner', key: 'site' },
  {
    callerName: 'key of an owner from before scopes',
    role: 'owner',
    key: 'compute',
    scopes: ['read', 'deploy'],
  },
  ...tokenScopes.map((scope) => ({
    callerName: `key of an owner with the scope ${scope}`,
    role: 'owner' as const,
    key: 'compute' as const,
    scopes: [scope],
  })),
  { callerName: 'expired key', role: 'owner', over: true },
  { callerName: 'deleted key', role: 'owner', over: true },
]

const makeKey = async (
  userId: UserId,
  appType: AppType,
  expiresAt: Date | null,
  scopes: readonly TokenScope[] = tokenScopes,
): Promise<string> => {
  const { value, hash, start } = newApiKey()
  await harness.store.pool.query(
    `insert into api_key (user_id, organization_id, app_type, name, hash, start, expires_at, scopes)
     values ($1, $2, $3, 'a key', $4, $5, $6, $7)`,
    [userId, closed.organizationId, appType, hash, start, expiresAt, scopes],
  )
  return value
}

const ranOut = (userId: UserId) =>
  signToken(
    derivedKey(SECRET, 'session-tokens'),
    { userId, sessionId: crypto.randomUUID(), generation: 0 },
    new Date(Date.now() - 1000),
  )

const tokenOf = async ({ callerName, role, key, scopes }: Kind): Promise<string | undefined> => {
  if (callerName === 'visitor') return undefined
  const { userId, token } = await harness.user(callerName)
  if (role === null) return token
  for (const fixture of [closed, open]) await join(harness.store, fixture.organizationId, userId, role)
  if (key) return makeKey(userId, key, null, scopes)
  if (callerName === 'owner with an expired token') return ranOut(userId)
  if (callerName === 'owner with an ended session')
    await harness.store.pool.query('update session set ended_at = now() where user_id = $1', [userId])
  if (callerName === 'expired key') return makeKey(userId, 'compute', new Date(Date.now() - 1000))
  if (callerName === 'deleted key') {
    const value = await makeKey(userId, 'compute', null)
    await harness.store.pool.query('delete from api_key where user_id = $1', [userId])
    return value
  }
  return token
}

beforeAll(async () => {
  harness = await platformHarness()
  closed = await createOrganizationFixture(harness.store, { open: false })
  open = await createOrganizationFixture(harness.store, { open: true })
  for (const kind of kinds) tokens.set(kind.callerName, await tokenOf(kind))
})
afterAll(() => harness.close())

/** What the contract and the table of roles promise. */
const expected = (
  name: CallName,
  { callerName, role, over, key, scopes = tokenScopes }: Kind,
  fixture: OrganizationFixture,
): number => {
  const { access } = callNamed(name)
  if (over) return 401
  if (access === 'public') return 200
  if (callerName === 'visitor' && (typeof access === 'string' || !access.visitors)) return 401
  if (access === 'inSession') return key ? 403 : 200
  if (access === 'signedIn') return 200
  // Outside its organisation a token counts as a visitor.
  const counts = key && fixture !== closed ? null : role
  if (counts === null) return access.visitors && fixture === open && visitorMay(access.may) ? 200 : 404
  if (!roleMay(counts, access.may)) return 403
  if (!key) return 200
  const needed = access.tokenScopes ?? [scopeOfPermission[access.may]]
  return (appTypeOf(access.may) ?? key) === key && needed.some((scope) => scopes.includes(scope)) ? 200 : 403
}

describe.each(kinds)('$callerName [A6.1] [A6.3] [A6.4] [P6.3]', (kind) => {
  test.each(callNames)('%s', async (name) => {
    for (const fixture of [closed, open]) {
      const before = harness.reached.length
      const response = await harness.inject({ ...sampleRequest(name, fixture), token: tokens.get(kind.callerName) })
      const expectedStatus = expected(name, kind, fixture)
      expect([response.statusCode, response.body]).toEqual([expectedStatus, expect.anything()])
      expect(harness.reached.length - before, 'the handler is reached only when the call is allowed').toBe(
        expectedStatus === 200 ? 1 : 0,
      )
      if (expectedStatus !== 200) expect(response.json().message).toMatch(/\w{3}/)
    }
  })
})

test('a changed role applies in that organisation only, and at once; an owner keeps all permissions [A6.3]', async () => {
  const statusFor = async (callerName: string, fixture: OrganizationFixture, method: 'GET' | 'POST') =>
    (
      await harness.inject({
        method,
        url: method === 'GET' ? `/api/compute-project/${fixture.projectId}` : '/api/compute-project/create',
        ...(method === 'POST' && { payload: { organizationId: fixture.organizationId, name: 'a' } }),
        token: tokens.get(callerName),
      })
    ).statusCode
  await harness.store.pool.query(
    `insert into role_permission (organization_id, role, permissions) values
      ($1, 'member', '{projects.read}'), ($1, 'viewer', '{projects.read,projects.write}'), ($1, 'owner', '{}')`,
    [closed.organizationId],
  )
  await until(async () => (await statusFor('member', closed, 'POST')) === 403, 1000)
  expect(await statusFor('viewer', closed, 'POST')).toBe(200)
  expect(await statusFor('owner', closed, 'POST')).toBe(200)
  expect([await statusFor('member', open, 'POST'), await statusFor('viewer', open, 'POST')]).toEqual([200, 403])
  await harness.store.pool.query('delete from role_permission')
  await until(async () => (await statusFor('member', closed, 'POST')) === 200, 1000)
})

test('an organisation is found by its own id and by the ids of its sub-organisations [A1.2]', async () => {
  const response = await harness.inject({ url: `/api/organization/${closed.computeId}`, token: tokens.get('member') })
  expect(response.statusCode).toBe(200)
})

test('a missing resource and one of another organisation get the same response', async () => {
  const [missing, foreign] = await Promise.all(
    [crypto.randomUUID(), closed.instanceId].map((id) =>
      harness.inject({ url: `/api/compute-instance/${id}`, token: tokens.get('outsider') }),
    ),
  )
  const strip = ({ requestId: _, ...body }: Record<string, unknown> = {}) => body
  expect(missing?.statusCode).toBe(404)
  expect(strip(missing?.json())).toEqual(strip(foreign?.json()))
})

test('a revoked right ends within a second, a granted one starts at once', async () => {
  const { userId, token } = await harness.user('guest')
  const url = `/api/compute-instance/${closed.instanceId}`
  const status = async () => (await harness.inject({ url, token })).statusCode
  expect(await status()).toBe(404)
  await join(harness.store, closed.organizationId, userId, 'member')
  expect(await status()).toBe(200)
  await harness.store.pool.query('delete from member where user_id = $1', [userId])
  await until(async () => (await status()) === 404, 4000)
})

test('a call without a handler prevents the start', async () => {
  await expect(platformHarness({ handlers: { readProfile: undefined as never } })).rejects.toThrow(
    'The call readProfile has no handler.',
  )
})
