import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { appendLines } from '../../server/compute/logs/chunks/append-lines.ts'
import type { AlertCondition } from '../../src/contract/wire/alerts/alert-condition.ts'
import type { IncidentId } from '../../src/contract/wire/alerts/incident.ts'
import type { DeploymentId, InstanceId } from '../../src/contract/wire/common.ts'
import { type AlertHarness, alertHarness } from './alert-harness.ts'
import { addInstance, addOrganization } from './metrics-harness.ts'

let it: AlertHarness
beforeAll(async () => {
  it = await alertHarness()
})
afterAll(() => it?.close())
beforeEach(async () => {
  await it.store.pool.query('delete from alert')
  await it.store.pool.query('delete from instance')
  await it.store.pool.query('delete from notification')
  it.messages.length = 0
})

const cpuAbove = (threshold: number, more: object = {}): AlertCondition => ({
  kind: 'metric',
  param: 'cpu',
  of: 'together',
  direction: 'above',
  threshold,
  forSeconds: 60,
  noDataSeconds: null,
  ...more,
})
const kinds = () => it.messages.map(({ kind }) => kind)
const notifications = async () =>
  (await it.store.pool.query('select title, message, additional_data as data from notification order by sequence')).rows
const one = <T>(values: readonly T[]): T => {
  const [value] = values
  if (value === undefined || values.length > 1) throw new Error(`${values.length} values instead of one`)
  return value
}

describe('a rule about a metric', () => {
  test('that fires for an hour sends two messages, with a summary in words', async () => {
    const { id, replicaIds } = await it.addInstance('boat', [{ service: 'web', index: 0 }])
    const alert = await it.rule({ name: 'Busy', condition: cpuAbove(200) })
    const replica = one(replicaIds)
    await it.round({ [replica]: 300 }, 360)
    const open = one(await it.incidents())
    expect(open).toMatchObject({ alertId: alert._id, instanceId: id, service: 'web', value: 300, endedAt: null })
    expect((await it.call('readAlert', { id: alert._id })).alert.firing).toBe(1)
    await it.round({ [replica]: 400 }, 6)
    await it.round({ [replica]: 10 }, 20)
    expect(kinds()).toEqual(['firing', 'recovered'])
    expect(it.messages[0]).toMatchObject({
      severity: 'critical',
      summary: 'CPU of web of boat is 0.3 vCPU, above 0.2 vCPU.',
      instance: 'boat',
      link: `http://localhost:4600/harbour/alerts?rule=${alert._id}&incident=${open._id}`,
      incidents: [open._id],
    })
    expect(one(await it.incidents())).toMatchObject({ endReason: 'recovered', peak: 400 })
    const about = { organizationId: it.organizationId, alert: alert._id, incident: open._id }
    expect(await notifications()).toMatchObject([
      { title: 'Alert: Busy', data: about },
      { title: 'Recovered: Busy', data: about },
    ])
    const { rows } = await it.store.pool.query('select kind from instance_event where instance_id = $1 order by at', [
      id,
    ])
    expect(rows.map(({ kind }) => kind)).toEqual(['alertFired', 'alertRecovered'])
  })

  test('adds up the replicas of a service, or watches each, and groups what fires together', async () => {
    const { replicaIds } = await it.addInstance(
      'fleet',
      [0, 1, 2].map((index) => ({ service: 'web', index })),
    )
    await it.rule({ condition: cpuAbove(200, { of: 'replicas', forSeconds: 0 }) })
    await it.rule({ condition: cpuAbove(800, { forSeconds: 0 }) })
    await it.round(Object.fromEntries(replicaIds.map((id) => [id, 250])))
    expect(await it.incidents()).toHaveLength(3)
    expect(one(it.messages)).toMatchObject({ kind: 'firing', service: 'web', value: null })
    expect(one(it.messages).summary).toContain('3 incidents.')
  })

  test('does not fire without values, unless it is about that', async () => {
    const { replicaIds } = await it.addInstance('silent', [{ service: 'web', index: 0 }])
    const below = { direction: 'below', forSeconds: 0 }
    await it.rule({ condition: cpuAbove(100, below) })
    await it.rule({ name: 'Silence', condition: cpuAbove(100, { ...below, noDataSeconds: 60 }) })
    await it.round({}, 3)
    expect(await it.incidents()).toEqual([])
    await it.round({}, 10)
    expect(one(await it.incidents()).alertName).toBe('Silence')
    await it.round({ [one(replicaIds)]: 500 }, 10)
    expect(kinds()).toEqual(['firing', 'recovered'])
  })

  test('continues where it was after a restart, and sends nothing twice', async () => {
    const { replicaIds } = await it.addInstance('restarted', [{ service: 'web', index: 0 }])
    await it.rule({ condition: cpuAbove(200, { forSeconds: 120 }) })
    const busy = { [one(replicaIds)]: 300 }
    await it.round(busy, 8)
    await it.restart()
    await it.round(busy, 4)
    expect(await it.incidents()).toEqual([])
    await it.round(busy, 3)
    await it.restart()
    await it.round(busy, 12)
    expect(kinds()).toEqual(['firing'])
  })
})

describe('messages', () => {
  test('a failure between an incident and its message loses neither, and sends none twice', async () => {
    await it.addInstance('boat', [{ service: 'web', index: 0 }])
    await it.rule({ condition: { kind: 'health', forSeconds: 0 } })
    await it.store.pool.query(`update replica set error = '{"code":"unhealthy","message":"No answer.","at":""}'`)
    await it.restart({
      channels: { check: async () => {}, enqueue: () => Promise.reject(new Error('killed')) },
    })
    await it.round({}, 3)
    expect(one(await it.incidents()).firingSentAt).toBeNull()
    expect(await notifications()).toEqual([])
    await it.restart()
    await it.round({}, 3)
    expect(it.messages.map(({ summary }) => summary)).toEqual(['web of boat is unhealthy. No answer.'])
    expect(await notifications()).toHaveLength(1)
  })

  test('what fires shortly after another shares its message', async () => {
    const first = await it.addInstance('first', [{ service: 'web', index: 0 }])
    await it.addInstance('second', [{ service: 'web', index: 0 }])
    await it.rule({ condition: { kind: 'health', forSeconds: 0 } })
    await it.restart({ groupSeconds: 3600 })
    const fail = `update replica set error = '{"code":"unhealthy","message":"","at":""}'`
    await it.store.pool.query(`${fail} where instance_id = $1`, [first.id])
    await it.round()
    await it.store.pool.query(fail)
    await it.round()
    expect(it.messages).toEqual([])
    await it.restart()
    await it.round()
    expect(one(it.messages).summary).toBe('2 incidents. web of first is unhealthy. web of second is unhealthy.')
  })

  test('a muted rule records incidents in silence, and speaks of what still fires when it is unmuted', async () => {
    await it.addInstance('boat', [{ service: 'web', index: 0 }])
    const { _id: id } = await it.rule({ condition: { kind: 'health', forSeconds: 0 } })
    await it.call('muteAlert', { id, muted: { until: null } })
    const set = (error: string | null) => it.store.pool.query('update replica set error = $1', [error])
    const broken = '{"code":"unhealthy","message":"","at":""}'
    await set(broken)
    await it.round()
    await set(null)
    await it.round({}, 10)
    await set(broken)
    await it.round()
    expect((await it.incidents()).map(({ endReason }) => endReason)).toEqual([null, 'recovered'])
    expect(it.messages).toEqual([])
    await it.call('muteAlert', { id, muted: null })
    await it.round()
    expect(kinds()).toEqual(['firing'])
    await expect(it.call('muteAlert', { id, muted: { until: '2020-01-01T00:00:00.000Z' } })).rejects.toMatchObject({
      code: 'invalid',
    })
  })

  test('a test goes to the channels and to the user who asks for it', async () => {
    const { _id: id } = await it.rule({ name: 'Busy', condition: { kind: 'deployment' } })
    await it.call('testAlert', { id })
    expect(one(it.messages)).toMatchObject({ kind: 'test', summary: 'This is a test. Nothing is wrong.' })
    expect(one(await notifications())).toMatchObject({ title: 'Test of the alert Busy', data: { alert: id } })
  })
})

describe('a rule about', () => {
  const fires = async (condition: AlertCondition, recover: string) => {
    await it.rule({ condition })
    await it.round()
    const { summary } = one(await it.incidents())
    await it.store.pool.query(recover)
    await it.round({}, 10)
    expect(kinds()).toEqual(['firing', 'recovered'])
    return summary
  }

  test('crash loops fires until the program runs', async () => {
    await it.addInstance('boat', [{ service: 'web', index: 0 }])
    await it.store.pool.query(`update replica set error = '{"code":"crashLoop","message":"Exit code 3.","at":""}'`)
    const summary = await fires({ kind: 'crashLoop' }, 'update replica set error = null, ready_since = now()')
    expect(summary).toBe('web of boat is in a crash loop. Exit code 3.')
  })

  test('failed deployments fires until one succeeds', async () => {
    await it.addInstance('boat', [])
    await it.store.pool.query(`update deployment set status = 'Failed', error = '{"code":"x","message":"No image."}'`)
    const summary = await fires({ kind: 'deployment' }, `update deployment set status = 'Deployed'`)
    expect(summary).toBe('Deployment 1 of boat failed. No image.')
  })

  test('failed jobs fires after its number of failures', async () => {
    const { id } = await it.addInstance('boat', [])
    await it.store.pool.query(
      `insert into job (instance_id, name, command, schedule, time_zone, overlap, timeout_seconds, kept_runs,
         notify_on_failure, is_enabled, consecutive_failures)
       values ($1, 'nightly', '["date"]', '0 3 * * *', 'UTC', 'skip', 60, 5, false, true, 2)`,
      [id],
    )
    const { _id } = await it.rule({ condition: { kind: 'job', failures: 3 } })
    await it.round()
    expect(await it.incidents()).toEqual([])
    await it.call('deleteAlert', { id: _id })
    const summary = await fires({ kind: 'job', failures: 2 }, 'update job set consecutive_failures = 0')
    expect(summary).toBe('The job nightly of boat failed 2 times in a row.')
  })

  test('certificates fires before they expire, and about orders that fail', async () => {
    const { id } = await it.addInstance('boat', [])
    const { rows } = await it.store.pool.query(
      `insert into domain (organization_id, instance_id, type, name, proof, state)
       values ($1, $2, 'subdomain', 'pier.example.test', 'proof', 'verified') returning id`,
      [it.organizationId, id],
    )
    await it.store.pool.query(
      `insert into domain_certificate (domain_id, state, error, failures, expires_at)
       values ($1, 'failing', 'Too many orders.', 3, now() + interval '5 days 1 hour')`,
      [rows[0].id],
    )
    const order = await it.rule({ condition: { kind: 'certificateOrder' } })
    await it.round()
    expect(one(await it.incidents()).summary).toBe(
      'No certificate could be issued for pier.example.test: Too many orders.',
    )
    await it.call('deleteAlert', { id: order._id })
    it.messages.length = 0
    const renewed = `update domain_certificate set expires_at = now() + interval '80 days'`
    expect(await fires({ kind: 'certificate', days: 14 }, renewed)).toBe(
      'The certificate of pier.example.test expires in 5 days.',
    )
  })
})

describe('a rule about logs', () => {
  const log = (more: object = {}): AlertCondition => ({
    kind: 'log',
    find: 'refused (by|at) \\d+',
    as: 'regex',
    matchCase: false,
    count: 3,
    minutes: 5,
    ...more,
  })
  let first = 1
  const write = async (instanceId: string, lines: readonly string[]) => {
    const { rows } = await it.store.pool.query('select active_deployment as id from instance where id = $1', [
      instanceId,
    ])
    const written = await appendLines(it.store.db, {
      deploymentId: rows[0].id as DeploymentId,
      logType: 'instanceLogs',
      service: '',
      firstSequence: first,
      lines: lines.map((text) => ({ atMs: Date.now(), stream: 'stderr' as const, text })),
      resume: {},
    })
    expect(written).toBeDefined()
    first += lines.length
  }
  beforeEach(() => {
    first = 1
  })

  test('counts each stored line once, also after a restart, and shows the last ones', async () => {
    const { id } = await it.addInstance('boat', [{ service: 'web', index: 0 }])
    await write(id, ['connection REFUSED by 7', 'fine'])
    await it.rule({ condition: log() })
    await it.round()
    await write(id, ['refused at 1', 'fine', 'refused at 2'])
    await it.round()
    await it.restart()
    await it.round({}, 3)
    expect(await it.incidents()).toEqual([])
    await write(id, ['refused at 3'])
    await it.round()
    expect(one(it.messages)).toMatchObject({
      kind: 'firing',
      context: ['refused at 1', 'refused at 2', 'refused at 3'],
      summary: '3 log lines of boat matched “refused (by|at) \\d+” within 5 minutes.',
    })
  })

  test('rejects a pattern that cannot be searched in linear time', async () => {
    const invalid = { code: 'invalid' }
    await expect(it.rule({ condition: log({ find: '(a)\\1' }) })).rejects.toMatchObject(invalid)
    await expect(it.rule({ condition: log({ find: '(a' }) })).rejects.toMatchObject(invalid)
  })

  test('a hostile pattern over a hostile line does not stop the other rules', async () => {
    const { id } = await it.addInstance('boat', [{ service: 'web', index: 0 }])
    await it.rule({ condition: log({ find: '^(a|aa)+$', count: 1 }) })
    await it.rule({ name: 'Other', condition: log({ find: 'b', as: 'text', count: 1 }) })
    await it.round()
    await write(id, [`${'a'.repeat(20_000)}b`])
    await it.round({}, 2)
    expect(one(await it.incidents()).alertName).toBe('Other')
  })
})

describe('a stranger', () => {
  test('cannot watch the instances of another organisation, nor acknowledge its incidents', async () => {
    const other = await addOrganization(it.store, `other-${randomUUID().slice(0, 8)}`)
    const foreign = await addInstance(it.store, other, 'theirs', [{ service: 'web', index: 0 }])
    await it.store.pool.query(`update replica set error = '{"code":"crashLoop","message":"","at":""}'`)
    const condition: AlertCondition = { kind: 'crashLoop' }
    const invalid = { code: 'invalid' }
    const instanceId = foreign.id as InstanceId // A UUID of the database.
    await expect(it.rule({ condition, instanceId })).rejects.toMatchObject(invalid)
    const preview = { id: it.organizationId, projectId: null, instanceId, service: '', condition }
    await expect(it.call('previewAlert', preview)).rejects.toMatchObject(invalid)
    const { _id: id } = await it.rule({ condition })
    await it.round()
    expect(await it.incidents()).toEqual([])
    const incidentId = randomUUID() as IncidentId
    await expect(it.call('acknowledgeIncident', { id, incidentId })).rejects.toMatchObject({ code: 'notFound' })
  })
})

test('a changed rule begins anew, and an incident is acknowledged once', async () => {
  await it.addInstance('boat', [{ service: 'web', index: 0 }])
  await it.store.pool.query(`update replica set error = '{"code":"unhealthy","message":"","at":""}'`)
  const alert = await it.rule({ condition: { kind: 'health', forSeconds: 0 } })
  await it.round()
  const incident = one(await it.incidents())
  await it.call('acknowledgeIncident', { id: alert._id, incidentId: incident._id })
  expect(one(await it.incidents()).acknowledgedBy).toEqual({ userId: it.userId, name: 'Ada' })
  const again = it.call('acknowledgeIncident', { id: alert._id, incidentId: incident._id })
  await expect(again).rejects.toMatchObject({ code: 'notFound' })
  const { organizationId: _, _id: id, muted: __, firing: ___, problem: ____, createdAt: _____, ...rest } = alert
  const { updatedAt: ______, revision: _______, ...settings } = rest
  await it.call('updateAlert', { id, ...settings, condition: { kind: 'health', forSeconds: 3600 } })
  expect(one(await it.incidents()).endReason).toBe('changed')
  await it.round({}, 3)
  expect(kinds()).toEqual(['firing'])
})
