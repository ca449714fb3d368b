import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { requestResume, stopForFunds } from '../../server/compute/funds/stop-for-funds.ts'
import { checkLedger } from '../../server/money/records/check-ledger.ts'
import { inSnapshot } from '../../server/money/records/in-snapshot.ts'
import type { Db } from '../../server/store/connection.ts'
import * as schema from '../../server/store/schema.ts'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import { isLongRun } from '../long-runs.ts'
import { afterHours, type FundsHarness, fundsHarness } from './funds-harness.ts'
import { noon } from './ledger-harness.ts'
import type { TestUser } from './organization-harness.ts'

let it: FundsHarness
let owner: TestUser
let member: TestUser
let organizationId: OrganizationId
let number = 0
beforeAll(async () => {
  it = await fundsHarness()
})
beforeEach(async () => {
  // Those of earlier tests use nothing any more.
  await it.store.pool.query('delete from organization')
  it.clock.now = noon
  number += 1
  owner = await it.user(`owner${number}`)
  member = await it.user(`member${number}`)
  organizationId = await it.organization(owner, 'Quay', [[member, 'member']])
})
afterAll(() => it.close())

const low = 'the balance runs low'
const usedUp = 'the balance is used up'
const wasStopped = 'everything was stopped'
const removalNear = 'volumes will be deleted'
const resumed = 'everything starts again'
const notices = () => it.notices(owner.userId)
const volumeStates = async () =>
  (await it.store.pool.query('select state from volume where organization_id = $1', [organizationId])).rows
/** Uses a micro-dollar an hour, with credit for some hours. */
const begin = async ({ credit = 100, keepsData = true } = {}) => {
  if (credit > 0) await it.grant(organizationId, BigInt(credit))
  const interval = await it.use(organizationId, 1)
  if (keepsData) await it.addVolume(organizationId)
  return interval
}
/** Stops the organisation, two hours after its credit was used up. */
const stop = async () => {
  await begin({ credit: 2 })
  for (const hours of [3, 27]) await it.pass(hours)
  expect(await it.state(organizationId)).toMatchObject({ phase: 'stopped' })
}

test('an organisation is notified at 72, 24 and 3 hours, has a grace, is stopped, warned twice, and loses its data', async () => {
  await begin({ credit: 100 })
  const seen: [number, string][] = []
  const steps = [28, 76, 97, 101, 125, 221, 269, 293]
  for (const hours of steps.flatMap((step) => [step - 1, step, step + 1])) {
    const before = (await notices()).length
    await it.pass(hours)
    for (const title of (await notices()).slice(before)) seen.push([hours, title])
    expect(await it.isStopped(organizationId)).toBe(hours >= 125)
    if (hours < 293) expect(await volumeStates()).not.toEqual([{ state: 'Deleting' }])
  }
  expect(seen).toEqual([
    [28, low],
    [76, low],
    [97, low],
    [101, usedUp],
    [125, wasStopped],
    [221, removalNear],
    [269, removalNear],
    [293, 'volumes are being deleted'],
  ])
  expect(await volumeStates()).toEqual([{ state: 'Deleting' }])
  expect(await it.notices(member.userId)).toEqual(await notices())
  const mails = await it.mails(owner.email, 8)
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual(seen.map(([, title]) => `Quay: ${title}`).toSorted())
  expect(mails.find(({ subject }) => subject.endsWith(usedUp))?.text).toMatch(
    /until 6 March 2026(,| at) 17:00 UTC[\s\S]*\/quay\/billing\/payment-methods/,
  )
  expect(await it.mails(member.email, 0)).toEqual([])
  expect((await it.events(organizationId)).filter(({ kind }) => kind === 'fundsChanged')).toHaveLength(8)
  expect(await inSnapshot(it.store.url, checkLedger)).toEqual([])
}, 60_000)

test('a top-up pays what is owed, resumes a stopped organisation and begins its notices anew', async () => {
  await stop()
  it.clock.now = afterHours(30)
  await it.grant(organizationId, 27n)
  await it.pass(30)
  // One micro-dollar is owed still.
  expect([await it.owed(organizationId), await it.isStopped(organizationId)]).toEqual([1, true])
  await it.grant(organizationId, 21n)
  await it.pass(30)
  expect([await it.owed(organizationId), await it.isStopped(organizationId)]).toEqual([0, false])
  expect(await notices()).toEqual([usedUp, wasStopped, resumed, low])
  await it.pass(31)
  expect((await notices()).slice(3)).toEqual([low])
  await it.grant(organizationId, 1n)
  await it.pass(32)
  expect((await notices()).slice(3)).toEqual([low, low])
  await it.grant(organizationId, 200n)
  await it.pass(33)
  expect(await it.state(organizationId)).toBeUndefined()
})

test('refunds and a changing rate repeat no notice', async () => {
  const interval = await begin({ credit: 60 })
  await it.pass(1)
  const more = await it.use(organizationId, 1)
  await it.grant(organizationId, 5n, { source: 'refund' })
  await it.pass(2)
  const { pool } = it.store
  await pool.query('update usage_interval set ended_at = $2 where id = any($1)', [[interval, more], afterHours(2)])
  await it.pass(3)
  await it.use(organizationId, 1)
  await it.pass(4)
  expect(await notices()).toEqual([low])
})

test('two control planes at once, with clocks that differ, make each step once', async () => {
  await begin({ credit: 100 })
  const others = [it.another(), it.another()]
  for (const hours of [28, 76, 97, 101, 125, 221, 269, 293, 294]) {
    await it.pass(hours)
    await Promise.all([it.funds, ...others].map((funds, place) => funds.settle(afterHours(hours + place / 60))))
  }
  expect(await notices()).toHaveLength(8)
  expect(await volumeStates()).toEqual([{ state: 'Deleting' }])
})

test('a control plane that is killed between any two statements makes each step once', async () => {
  await begin({ credit: 3 })
  let killed = 0
  for (const hours of [1, 4, 28, 124, 172, 196, 197]) {
    await it.meter(hours)
    if ([4, 124, 172].includes(hours)) await it.funds.settle(afterHours(hours))
    for (let statements = 1; ; statements += 1) {
      let left = statements
      const client = new pg.Client({ connectionString: it.store.url })
      await client.connect()
      const logQuery = () => {
        left -= 1
        if (left <= 0) throw new Error('killed')
      }
      // Nothing is sent after this, not even a rollback, and the connection is closed.
      const db = drizzle(client, { schema, casing: 'snake_case', logger: { logQuery } }) as unknown as Db
      await it
        .another(db)
        .settle(afterHours(hours))
        .catch(() => undefined)
      await client.end()
      const { phase } = (await it.state(organizationId)) ?? {}
      expect(await it.isStopped(organizationId)).toBe(phase === 'stopped' || phase === 'removed')
      if (left > 0) break
      killed += 1
    }
  }
  expect(killed).toBeGreaterThan(30)
  expect(await notices()).toEqual([low, usedUp, wasStopped, removalNear, removalNear, 'volumes are being deleted'])
  expect(await volumeStates()).toEqual([{ state: 'Deleting' }])
}, 60_000)

test('a top-up in the minute of the stop leaves nothing stopped', async () => {
  for (let round = 0; round < (isLongRun ? 40 : 6); round += 1) {
    const id = await it.organization(owner, `Pier ${round}`)
    await it.use(id, 1)
    it.clock.now = noon
    await it.pass(1)
    it.clock.now = afterHours(25)
    await Promise.all([it.pass(25), it.grant(id, 500n), it.another().settle(afterHours(25))])
    await it.pass(25.1)
    expect([await it.isStopped(id), await it.owed(id), await it.state(id)]).toEqual([false, 0, undefined])
    await it.store.pool.query('delete from organization where id = $1', [id])
  }
})

test('an organisation that is deleted meanwhile is left alone', async () => {
  await stop()
  const before = await notices()
  await it.store.pool.query('update organization set deleted_at = now() where id = $1', [organizationId])
  for (const hours of [130, 400]) await it.pass(hours)
  expect(await notices()).toEqual(before)
  await it.another(undefined, 'off').settle(afterHours(400))
  await it.store.pool.query('delete from organization where id = $1', [organizationId])
  expect(await it.state(organizationId)).toBeUndefined()
})

test('an outage of a month skips neither the grace nor the warnings', async () => {
  await begin({ credit: 100 })
  await it.pass(28)
  const month = 30 * 24
  await it.pass(month)
  expect(await it.isStopped(organizationId)).toBe(false)
  await it.pass(2 * month)
  for (const hours of [3 * month, 4 * month]) await it.pass(hours)
  expect(await volumeStates()).not.toEqual([{ state: 'Deleting' }])
  expect(await notices()).toEqual([low, usedUp, wasStopped, removalNear, removalNear])
})

test('an operator who resumes an organisation gives it another grace, and one who stops it is not overruled', async () => {
  await stop()
  await it.store.db.transaction((tx) => requestResume(tx, organizationId))
  await it.pass(28)
  expect(await it.state(organizationId)).toMatchObject({ phase: 'grace' })
  const id = await it.organization(owner, 'Reef')
  await it.use(id, 1)
  await it.grant(id, 500n)
  await stopForFunds(it.store.db, id)
  for (const hours of [29, 30]) await it.pass(hours)
  expect(await it.isStopped(id)).toBe(true)
})

test('when billing is turned off, what it stopped runs again', async () => {
  await stop()
  await it.another(undefined, 'off').settle(afterHours(30))
  expect([await it.isStopped(organizationId), await it.state(organizationId)]).toEqual([false, undefined])
})

test('a role that may pay by choice gets the mails, and an unverified address none', async () => {
  const { pool } = it.store
  const permissions = JSON.stringify(['organization.read', 'billing.read', 'billing.write'])
    .replace('[', '{')
    .replace(']', '}')
  await pool.query(`insert into role_permission (organization_id, role, permissions) values ($1, 'member', $2)`, [
    organizationId,
    permissions,
  ])
  await pool.query('update "user" set email_verified = false where id = $1', [owner.userId])
  await begin({ credit: 2 })
  await it.pass(1)
  expect(await it.mails(member.email, 1)).toMatchObject([{ subject: `Quay: ${low}` }])
  expect(await it.mails(owner.email, 0)).toEqual([])
})
