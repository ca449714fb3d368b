import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callNamed, callNames } from '../../src/contract/contract.ts'
import { roleGroups } from '../../src/contract/wire/role.ts'
import { roleMay, visitorMay } from '../../src/rules/roles.ts'
import { type Estate, join, makeEstate, type PlatformHarness, platformHarness } from './platform-harness.ts'
import { sampleRequest } from './sample-input.ts'
import { until } from './until.ts'

let harness: PlatformHarness
let closed: Estate
let open: Estate
const tokens = new Map<string, string | undefined>()

const members = roleGroups.map((role) => ({ who: role, role }))
const outsiders = [
  { who: 'visitor', role: null },
  { who: 'stranger', role: null },
]
const callers = [...outsiders, ...members]

beforeAll(async () => {
  harness = await platformHarness()
  closed = await makeEstate(harness.store, { open: false })
  open = await makeEstate(harness.store, { open: true })
  tokens.set('visitor', undefined)
  tokens.set('stranger', (await harness.person('stranger')).token)
  for (const role of roleGroups) {
    const { userId, token } = await harness.person(role)
    tokens.set(role, token)
    for (const estate of [closed, open]) await join(harness.store, estate.organizationId, userId, role)
  }
})
afterAll(() => harness.close())

/** What the contract and the table of roles promise. */
const expected = (
  name: (typeof callNames)[number],
  role: string | null,
  signedIn: boolean,
  isOpen: boolean,
): number => {
  const { access } = callNamed(name)
  if (access === 'public') return 200
  if (access === 'signedIn' || access === 'inSession') return signedIn ? 200 : 401
  if (!signedIn && !access.visitors) return 401
  if (role !== null) return roleMay(role, access.may) ? 200 : 403
  return access.visitors && isOpen && visitorMay(access.may) ? 200 : 404
}

describe.each(callers)('$who [A6.1] [A6.3] [P6.3]', ({ who, role }) => {
  test.each(callNames)('%s', async (name) => {
    for (const estate of [closed, open]) {
      const before = harness.reached.length
      const answer = await harness.inject({ ...sampleRequest(name, estate), token: tokens.get(who) })
      const wanted = expected(name, role, who !== 'visitor', estate === open)
      expect([answer.statusCode, answer.body]).toEqual([wanted, expect.anything()])
      expect(harness.reached.length - before, 'the handler is reached only when it is allowed').toBe(
        wanted === 200 ? 1 : 0,
      )
      if (wanted !== 200) expect(answer.json().message).toMatch(/\w{3}/)
    }
  })
})

test('an organisation is found by its own id and by the ids of its sub-organisations [A1.2]', async () => {
  const answer = await harness.inject({ url: `/api/organization/${closed.computeId}`, token: tokens.get('member') })
  expect(answer.statusCode).toBe(200)
})

test('what does not exist and what belongs to others look the same', async () => {
  const [missing, foreign] = await Promise.all(
    [crypto.randomUUID(), closed.instanceId].map((id) =>
      harness.inject({ url: `/api/compute-instance/${id}`, token: tokens.get('stranger') }),
    ),
  )
  const strip = ({ requestId: _, ...body }: Record<string, unknown> = {}) => body
  expect(missing?.statusCode).toBe(404)
  expect(strip(missing?.json())).toEqual(strip(foreign?.json()))
})

test('a right that is taken away ends within a second, one that is given begins at once', async () => {
  const { userId, token } = await harness.person('guest')
  const url = `/api/compute-instance/${closed.instanceId}`
  const status = async () => (await harness.inject({ url, token })).statusCode
  expect(await status()).toBe(404)
  await join(harness.store, closed.organizationId, userId, 'member')
  expect(await status()).toBe(200)
  await harness.store.pool.query('delete from member where user_id = $1', [userId])
  await until(async () => (await status()) === 404, 4000)
})

test('a call without a rule about who may make it does not start', async () => {
  await expect(platformHarness({ handlers: { readProfile: undefined as never } })).rejects.toThrow(/no handler/)
})
