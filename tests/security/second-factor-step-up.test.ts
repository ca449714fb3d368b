import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { callNames } from '../../src/contract/call-names.ts'
import { callNamed } from '../../src/contract/contract.ts'
import { factorUsers } from '../server/factor-harness.ts'
import { type SessionHarness, sessionHarness } from '../server/session-harness.ts'

let harness: SessionHarness
let users: ReturnType<typeof factorUsers>
let made = 0
const newName = () => {
  made += 1
  return `Owner ${made}`
}

beforeAll(async () => {
  harness = await sessionHarness()
  users = factorUsers(harness)
})
afterAll(() => harness.close())
beforeEach(() => users.resetLastCodes())

/** Inserts a project with an instance. The harness does not run it: the tests check only the rejection. */
const projectIn = async (organizationId: string) => {
  const [projectId, instanceId] = [crypto.randomUUID(), crypto.randomUUID()]
  const { pool } = harness.store
  await pool.query(`insert into project (id, organization_id, name) values ($1, $2, 'Harbour')`, [
    projectId,
    organizationId,
  ])
  await pool.query(
    `insert into instance (id, organization_id, project_id, name, host, region, machine_image_id, image, cpu_milli,
       memory_bytes, storage_bytes, daily_price_micros)
     values ($1, $2, $3, 'Ferry', $4, 'us-west', 'nano', 'longshore/hello:1', 100, 134217728, 536870912, 1)`,
    [instanceId, organizationId, projectId, `ferry-${instanceId}`],
  )
  return { projectId, instanceId }
}

/** Creates a user with a factor and an organisation, whose session has no recent step-up. */
const owner = async () => {
  const name = newName()
  const user = await users.newUser(name)
  const { secret, recoveryCodes } = await users.addTotp(user)
  const { body } = await user.call('POST', 'organization', { name: newName() })
  const { _id: id } = body.organization as { _id: string }
  await users.expireStepUps()
  await users.resetLastCodes()
  const createToken = (by = user) =>
    by.call('POST', 'api-keys', { name: 'stolen', organizationId: id, expiresAt: null })
  return { name, user, secret, recoveryCodes, id, createToken }
}

test('exactly these calls need a step-up', () => {
  const dangerous = callNames.filter((name) => callNamed(name).stepUp)
  expect(dangerous.sort()).toEqual([
    'abandonVolume',
    'addPasskey',
    'confirmTotp',
    'createApiKey',
    'createWithdrawal',
    'decideDeviceLogin',
    'deleteCluster',
    'deleteInstance',
    'deleteInstances',
    'deleteOrganization',
    'deleteProject',
    'deleteSnapshot',
    'deleteVolume',
    'disconnectLogin',
    'executeCommand',
    'inviteMember',
    'openShell',
    'releaseAddress',
    'removeMember',
    'removePasskey',
    'removeTotp',
    'renewRecoveryCodes',
    'resendInvite',
    'restoreSnapshot',
    'revealGroupVariable',
    'revealVariable',
    'setPublicAccess',
    'setRoleGroupPermissions',
    'startLoginConnection',
    'startPasskey',
    'startTotp',
  ])
})

test('calls that need a step-up are rejected in a session without one', async () => {
  const { user, id } = await owner()
  const { projectId, instanceId } = await projectIn(id)
  const unknownUser = crypto.randomUUID()
  const attempts: [Parameters<typeof user.call>[0], string, object?][] = [
    ['POST', 'api-keys', { name: 'a', organizationId: id, expiresAt: null }],
    ['DELETE', `organization/${id}`],
    ['POST', `organization/${id}/invites`, { userEmail: 'thief@example.org', roleGroupName: 'owner' }],
    ['POST', `organization/${id}/invites/${unknownUser}/resend`],
    ['DELETE', `organization/${id}/member`, { userId: unknownUser }],
    ['POST', 'role/setRoleGroupPermissions', { organizationId: id, roleGroupName: 'member', permissions: null }],
    ['PATCH', `organization/${id}/public-access`, { publiclyAccessible: true }],
    ['POST', `compute-instance/${instanceId}/reveal-variable`, { name: 'TIDE' }],
    ['DELETE', `compute-instance/${instanceId}`],
    ['DELETE', `compute-project/${projectId}`],
    ['DELETE', 'auth/github/login-connection', {}],
    ['POST', 'auth/gitlab/login-connection/start'],
    ['DELETE', 'auth/totp'],
    ['POST', 'auth/totp'],
    ['POST', 'auth/passkeys/options'],
    ['DELETE', `auth/passkeys/${unknownUser}`],
    ['POST', 'auth/recovery-codes'],
    [
      'POST',
      'withdrawal',
      {
        userDetails: { firstName: 'A', lastName: 'B' },
        amount: 1_000_000,
        walletDetails: {
          address: `0x${'0'.repeat(40)}`,
          chainId: 1,
          signature: `0x${'0'.repeat(130)}`,
          networkName: 'Ethereum',
        },
      },
    ],
  ]
  for (const [method, path, payload] of attempts) {
    const { status, body } = await user.call(method, path, payload)
    expect([path, status, body.error]).toEqual([path, 403, 'stepUpNeeded'])
  }
  const { body } = await user.call('GET', 'auth/factors')
  expect(body).toMatchObject({ totp: expect.anything(), recoveryCodes: { left: 10 } })
})

test('a step-up counts only in its own session: not in an older one, and not after it has expired and the session was renewed', async () => {
  const { name, user, secret, createToken } = await owner()
  const signIn = await users.logIn(name)
  const arrived = await users.complete(signIn, await users.totp(secret))
  const other = users.as(arrived.body.token as string)
  expect((await createToken(other)).status).toBe(200)
  expect((await createToken(user)).body.error).toBe('stepUpNeeded')

  await users.expireStepUps()
  const renewed = await users.send('POST', 'auth/renew', { payload: {}, headers: { cookie: arrived.cookie } })
  expect(renewed.status).toBe(200)
  expect((await createToken(users.as(renewed.body.token as string))).body.error).toBe('stepUpNeeded')
})

test('a rejected call stays rejected when repeated with the same idempotency key', async () => {
  const { user, id } = await owner()
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const payload = { name: 'stolen', organizationId: id, expiresAt: null }
  for (let attempt = 0; attempt < 3; attempt += 1)
    expect((await user.call('POST', 'api-keys', payload, headers)).body.error).toBe('stepUpNeeded')
  expect((await user.call('GET', 'api-keys')).body.apiKeys).toEqual([])
})

test('rejects a step-up with a wrong code, a code of another account or a replayed one', async () => {
  const mine = await owner()
  const theirs = await owner()
  const proof = await users.totp(mine.secret)
  for (const wrong of [{ kind: 'totp', code: '123456' }, await users.totp(theirs.secret)])
    expect((await mine.user.call('POST', 'auth/step-up', { proof: wrong })).body.error).toBe('wrongCode')
  expect((await mine.user.call('POST', 'auth/step-up', { proof })).status).toBe(200)
  await users.expireStepUps()
  expect((await mine.user.call('POST', 'auth/step-up', { proof })).body.error).toBe('wrongCode')
  expect((await mine.createToken()).body.error).toBe('stepUpNeeded')
})

test('another session can neither finish a set-up nor remove the last factor without a step-up', async () => {
  const name = newName()
  const [first, second] = [await users.newUser(name), await users.newUser(name)]
  const { body } = await first.call('POST', 'auth/totp')
  const { code } = await users.totp(body.secret as string)
  expect((await second.call('POST', 'auth/totp/confirm', { code })).body.error).toBe('totpNotStarted')
  expect((await first.call('POST', 'auth/totp/confirm', { code })).status).toBe(200)
  await users.expireStepUps()
  expect((await second.call('DELETE', 'auth/totp')).body.error).toBe('stepUpNeeded')
})

test('an older session cannot add the first factor, so a thief cannot lock the user out', async () => {
  const user = await users.newUser(newName())
  await users.expireStepUps()
  for (const path of ['auth/totp', 'auth/passkeys/options'])
    expect((await user.call('POST', path)).body.error).toBe('freshSignInNeeded')
  expect((await user.call('GET', 'auth/factors')).body).toMatchObject({ passkeys: [], totp: null })
})
