import { expect, test } from 'vitest'
import type { CallMessage } from '../../src/contract/call-message.ts'
import type { Instance, Project } from '../../src/contract/wire/compute.ts'
import type { Failure } from '../../src/core/failure.ts'
import { filterInstances, isCharged } from '../../src/instances/instance-list.ts'
import { failedInstancesOf, type Instances, instances, instancesOf } from '../../src/instances/instances.ts'
import { projectPage, totalsOf } from '../../src/projects/projects.ts'

const instance = (_id: string, day: number, over: Partial<Instance> = {}): Instance =>
  ({
    _id,
    name: _id,
    image: '',
    latestUrlPreview: null,
    computeProject: 'p',
    organizationId: 'o',
    state: 'Active',
    desiredState: 'active',
    revision: 1,
    createdAt: `2026-01-0${day}`,
    ...over,
  }) as Instance

const page = (skip: number, totalCount: number, rows: Instance[]) =>
  ({
    type: 'api/readInstances.succeeded',
    input: { id: 'p', skip },
    response: { instances: rows, totalCount },
    atMs: 0,
    requestId: null,
  }) as unknown as CallMessage & { type: 'api/readInstances.succeeded' }

const ids = (state: Instances) => instancesOf(state, 'p').map(({ _id }) => _id)

const [a, b, c, d] = [instance('a', 4), instance('b', 3), instance('c', 2), instance('d', 1)]

test('an instance that a page lacks between two others is removed', () => {
  const before = instances.reduce(instances.initial, page(0, 4, [a, b, c, d]))
  const after = instances.reduce(before, page(0, 4, [a, c]))
  expect(ids(after)).toStrictEqual(['a', 'c', 'd'])
  expect(after.deleted).toStrictEqual({ b: true })
})

test('the last page removes missing older instances, but a page removes no newer ones', () => {
  const before = instances.reduce(instances.initial, page(0, 4, [a, b, c, d]))
  const after = instances.reduce(before, page(0, 2, [b, c]))
  expect(ids(after)).toStrictEqual(['a', 'b', 'c'])
})

test('a page that is filtered by state removes no other instances', () => {
  const before = instances.reduce(instances.initial, page(0, 3, [a, b, c]))
  const filtered = page(0, 2, [a, c])
  expect(instances.reduce(before, { ...filtered, input: { ...filtered.input, state: 'Active' } })).toStrictEqual(before)
})

test('a 404 response removes the instance', () => {
  const before = instances.reduce(instances.initial, page(0, 1, [a]))
  const failure: Failure = { kind: 'apiError', status: 404, code: 'notFound', message: '', fields: [] }
  const after = instances.reduce(before, {
    type: 'api/readInstance.failed',
    input: { id: 'a' as never },
    failure,
    atMs: 0,
    requestId: null,
  })
  expect(ids(after)).toStrictEqual([])
  expect(after.deleted).toStrictEqual({ a: true })
})

test('filters the list by search text and state [P4.2]', () => {
  const rows = [instance('web', 1, { image: 'nginx:alpine' }), instance('db', 2, { state: 'Closed' })]
  const names = (view: { state: Instance['state'] | ''; search: string }) =>
    filterInstances(rows, view).map(({ name }) => name)
  expect(names({ state: '', search: '' })).toStrictEqual(['web', 'db'])
  expect(names({ state: '', search: ' NGINX ' })).toStrictEqual(['web'])
  expect(names({ state: 'Closed', search: '' })).toStrictEqual(['db'])
  expect(names({ state: 'Closed', search: 'web' })).toStrictEqual([])
})

test('only instances that run or start, and whose desired state is active, are charged', () => {
  expect(isCharged(a)).toBe(true)
  expect(isCharged({ ...a, state: 'Starting' })).toBe(true)
  expect(isCharged({ ...a, desiredState: 'closed' })).toBe(false)
  expect(isCharged({ ...a, state: 'Failed-start' })).toBe(false)
})

test('lists failed instances, newest first, except those that are being deleted', () => {
  const failed = instance('f', 1, { state: 'Failed-start', updatedAt: '2026-01-01' })
  const newer = instance('n', 1, { state: 'Failed-start', updatedAt: '2026-01-02' })
  const leaving = instance('l', 1, { state: 'Failed-start', desiredState: 'deleted' })
  const rows = [a, failed, newer, leaving]
  expect(failedInstancesOf(rows, 'o').map(({ _id }) => _id)).toStrictEqual(['n', 'f'])
})

const project = (_id: string, day: number, active = 0): Project =>
  ({
    _id,
    organizationId: 'o',
    createdAt: `2026-01-0${day}`,
    instanceReport: { active, starting: 0, failedToStart: 1, closed: 0, total: active + 1 },
    topupReport: { defaultDailyTopUp: active * 1000 },
  }) as Project

test('a page of projects has current rows, newer projects on the first page, and no deleted ones', () => {
  const listed = [project('b', 2), project('a', 1)]
  const state = {
    rows: { a: project('a', 1, 5), b: project('b', 2), c: project('c', 3) },
    deleted: { b: true } as Record<string, true>,
  }
  const where = { limit: 6, organizationId: 'o' }
  const first = projectPage(state, listed, { ...where, skip: 0 })
  expect(first.map(({ _id, instanceReport }) => [_id, instanceReport.active])).toStrictEqual([
    ['c', 0],
    ['a', 5],
  ])
  expect(projectPage(state, listed, { ...where, skip: 6 }).map(({ _id }) => _id)).toStrictEqual(['a'])
})

test('totals the instance counts and costs of projects', () => {
  expect(totalsOf([project('a', 1, 2), project('b', 2, 3)])).toStrictEqual({
    active: 5,
    starting: 0,
    failed: 2,
    closed: 0,
    total: 7,
    dailyMicros: 5000,
  })
})
