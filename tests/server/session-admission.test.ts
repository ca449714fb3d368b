import { spawnSync } from 'node:child_process'
import { userInfo } from 'node:os'
import { fileURLToPath } from 'node:url'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runAdmin } from '../../server/admin/run-admin.ts'
import { installationId } from '../../server/start-up/installation.ts'
import { sessions, users } from '../../server/store/schema.ts'
import { databaseBefore } from './earlier-database.ts'
import { type SessionHarness, sessionHarness } from './session-harness.ts'
import { signedIn } from './signed-in.ts'

const command = fileURLToPath(new URL('../../server/admin/admin-command.ts', import.meta.url))

let harness: SessionHarness
beforeAll(async () => {
  harness = await sessionHarness()
  await installationId(harness.store.pool)
})
afterAll(() => harness.close())

/** Runs the operator's command in this process. */
const admin = async (...args: string[]) => {
  let [out, err] = ['', '']
  const status = await runAdmin([...args, '--by', 'Olga'], {
    env: { DATABASE_URL: harness.store.url },
    write: (text) => {
      out += text
    },
    writeError: (text) => {
      err += text
    },
  })
  return { status, out, err }
}

/** Runs the operator's command as from a shell on the server. */
const adminFromShell = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_URL: harness.store.url,
    },
    encoding: 'utf8',
  })
  return { status, out: stdout, err: stderr }
}

/** Returns the error with which the sign-in of a sandbox user ends; null if it succeeds. */
const signInError = async (name: string): Promise<string | null> => {
  const { headers } = await harness.app.inject(`/api/auth/github/login?sandbox_user=${name}`)
  return new URL(headers.location ?? '', harness.origin).searchParams.get('error')
}

const liveSessions = async (name: string) => {
  const rows = await harness.store.db
    .select({ endedAt: sessions.endedAt })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(users.name, name))
  return rows.filter(({ endedAt }) => endedAt === null).length
}

test.each([
  ['ban', 'unban', 'banned', ['account.banned', 'account.unbanned']],
  ['check', 'clear', 'security_check', ['securityCheck.started', 'securityCheck.cleared']],
] as const)(
  '[A8.22] after %s a user is signed out and cannot sign in; after %s they can',
  async (stop, release, code, actions) => {
    const name = `Stop-${stop}`
    const user = await signedIn(harness, name)
    expect(await admin(stop, name.toLowerCase(), '--reason', 'mines coins')).toMatchObject({
      status: 0,
      out: expect.stringContaining('1 session ended'),
    })
    await expect.poll(async () => (await user.call('GET', 'profile')).status, { timeout: 2000, interval: 20 }).toBe(401)
    expect(await liveSessions(name)).toBe(0)
    expect(await signInError(name)).toBe(code)
    expect((await admin(release, name.toLowerCase())).status).toBe(0)
    expect((await user.call('GET', 'profile')).status, 'an ended session stays ended').toBe(401)
    expect(await signInError(name)).toBeNull()
    const again = await signedIn(harness, name)
    const { entries } = (await again.call('GET', 'auth/security-log')).body
    const own = entries.map(({ action }: { action: string }) => action)
    expect(own.filter((action: string) => /^(account|securityCheck)/.test(action))).toEqual([...actions].reverse())
    expect(JSON.stringify(entries), 'only operators see the reason').not.toContain('mines coins')
  },
)

describe('an installation with restricted access [A6.7]', () => {
  beforeEach(async () => void (await admin('access', 'open')))
  afterAll(async () => void (await admin('access', 'open')))

  test('[A8.14] [A8.15] a new user requests access, waits, and gets in when the operator grants it', async () => {
    expect((await admin('access', 'restrict')).status).toBe(0)
    expect(await signInError('Nora')).toBe('ask_admin_to_provide_access_to_dev_env')
    expect(await signInError('Nora')).toBe('waiting_for_access_to_dev_env')
    expect((await admin('access', 'list')).out).toMatch(/^Access is restricted\.\n\S+\tnora\t.*\taccess requested\n/)
    expect((await admin('access', 'grant', 'nora')).status).toBe(0)
    expect(await signInError('Nora')).toBeNull()
  })

  test('[A8.14] a user whose access is denied is signed out, and cannot request it again', async () => {
    await admin('access', 'restrict')
    await signInError('Dina')
    await admin('access', 'grant', 'dina')
    const dina = await signedIn(harness, 'Dina')
    expect((await admin('access', 'deny', 'dina')).out).toContain('1 session ended')
    await expect.poll(async () => (await dina.call('GET', 'profile')).status, { timeout: 2000 }).toBe(401)
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(await signInError('Dina')).toBe('ask_admin_to_provide_access_to_dev_env')
  })

  test('restricting it signs out everyone without access, and opening it admits them again', async () => {
    const [kept, lost] = [await signedIn(harness, 'Kept'), await signedIn(harness, 'Lost')]
    await admin('access', 'grant', 'kept')
    expect((await lost.call('GET', 'profile')).status).toBe(200)
    expect((await admin('access', 'restrict')).out).toMatch(/Done\. \d+ sessions? ended/)
    await expect.poll(async () => (await lost.call('GET', 'profile')).status, { timeout: 2000 }).toBe(401)
    expect((await kept.call('GET', 'profile')).status).toBe(200)
    await admin('access', 'open')
    expect(await signInError('Lost')).toBeNull()
  })

  test('a ban counts more than granted access', async () => {
    await signedIn(harness, 'Both')
    await admin('access', 'grant', 'both')
    await admin('access', 'restrict')
    await admin('ban', 'both', '--reason', 'x')
    expect(await signInError('Both')).toBe('banned')
  })
})

describe('the operator’s command', () => {
  test('finds users by id, username and verified e-mail address, and nobody by an unverified one', async () => {
    await signedIn(harness, 'Finn')
    await signedIn(harness, 'Thief')
    await harness.store.db
      .update(users)
      .set({ email: 'finn@other.example', emailVerified: false })
      .where(eq(users.name, 'Thief'))
    const [finn] = await harness.store.db.select().from(users).where(eq(users.name, 'Finn'))
    for (const name of [finn?.id ?? '', 'finn', finn?.email?.toUpperCase() ?? ''])
      expect(await admin('log', name), name).toMatchObject({ status: 0 })
    expect(await admin('ban', 'finn@other.example', '--reason', 'x')).toMatchObject({ status: 2 })
    expect(await signInError('Thief')).toBeNull()
  })

  test('records who changed what, and nothing that changed nothing', async () => {
    await signedIn(harness, 'Lena')
    await admin('ban', 'lena', '--reason', 'spam')
    expect((await admin('ban', 'lena', '--reason', 'spam')).out).toContain('Nothing changed')
    await admin('unban', 'lena')
    await admin('access', 'restrict')
    await admin('access', 'open')
    const lines = (await admin('log', 'lena')).out.trim().split('\n')
    expect(lines.map((line) => line.split('\t').slice(1))).toEqual([
      ['Olga', 'account.unbanned', 'lena', ''],
      ['Olga', 'account.banned', 'lena', 'spam'],
    ])
    expect((await admin('log')).out).toContain('\tOlga\taccess.restricted\t-\t')
  })

  test.each([
    [['ban', 'finn'], 'Give a --reason'],
    [['ban', 'no-such-user', '--reason', 'x'], 'No user has'],
    [['ban'], 'Give a --reason'],
    [['unban'], 'Name a user'],
    [['remove', 'finn'], 'Unknown command: remove finn'],
    [['access', 'everything'], 'Unknown command: access everything'],
    [['users', '--all'], '--all'],
  ])('%j changes nothing and exits with 2', async (args, message) => {
    const { status, err } = await admin(...args)
    expect([status, err]).toEqual([2, expect.stringContaining(message)])
  })

  test('works from a shell, under the name of its account, and ends with its exit code', async () => {
    await signedIn(harness, 'Shelly')
    expect(adminFromShell('ban', 'shelly', '--reason', 'spam')).toEqual({
      status: 0,
      out: 'shelly  account.banned\nDone. 1 session ended.\n',
      err: '',
    })
    expect((await admin('log', 'shelly')).out).toContain(`\t${userInfo().username}\taccount.banned\tshelly\tspam\n`)
    expect(adminFromShell('ban')).toEqual({ status: 2, out: '', err: 'Give a --reason.\n' })
  })

  test('prints no control characters from names that users chose', async () => {
    await signedIn(harness, 'Eve')
    await harness.store.db
      .update(users)
      .set({ email: '\u001b]0;owned\u0007@evil.example', emailVerified: false })
      .where(eq(users.name, 'Eve'))
    expect((await admin('users', 'eve')).out.replaceAll(/[\n\t]/g, '')).not.toMatch(/\p{C}/u)
  })
})

test('an organisation called docs gets another username, because its pages would be hidden', async () => {
  const { client, firstValue, migrate } = await databaseBefore('_access')
  await client.query(
    `insert into organization (name, username, site_id, compute_id, storage_id)
     values ('Docs', 'docs', gen_random_uuid(), gen_random_uuid(), gen_random_uuid())`,
  )
  await migrate()
  expect(await firstValue('select username from organization')).toMatch(/^docs-[0-9a-f]{8}$/)
})
