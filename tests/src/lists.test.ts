import { expect, test } from 'vitest'
import type { Instance, Project } from '../../src/contract/wire/compute.ts'
import type { Failure } from '../../src/core/failure.ts'
import { isCharged } from '../../src/instances/instance-list.ts'
import { allInstances, instances } from '../../src/instances/instances.ts'
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

const a = instance('a', 4)

test('a 404 response removes the instance', () => {
  const before = instances.reduce(instances.initial, {
    type: 'api/readInstance.succeeded',
    input: { id: 'a' as never },
    response: { instance: a },
    atMs: 0,
    requestId: null,
  })
  const failure: Failure = { kind: 'apiError', status: 404, code: 'notFound', message: '', fields: [] }
  const after = instances.reduce(before, {
    type: 'api/readInstance.failed',
    input: { id: 'a' as never },
    failure,
    atMs: 0,
    requestId: null,
  })
  expect(allInstances(after)).toStrictEqual([])
  expect(after.deleted).toStrictEqual({ a: true })
})

test('only instances that run or start, and whose desired state is active, are charged', () => {
  expect(isCharged(a)).toBe(true)
  expect(isCharged({ ...a, state: 'Starting' })).toBe(true)
  expect(isCharged({ ...a, desiredState: 'closed' })).toBe(false)
  expect(isCharged({ ...a, state: 'Failed-start' })).toBe(false)
})

const project = (_id: string, day: number, active = 0): Project =>
  ({
    _id,
    organizationId: 'o',
    createdAt: `2026-01-0${day}`,
    state: 'MAINTAINED',
    instanceReport: { active, starting: 0, failedToStart: 1, closed: 0, total: active + 1 },
    topupReport: { defaultDailyTopUp: active * 1000 },
  }) as Project

test('a page of projects has current rows, newer projects on the first page, and no deleted ones', () => {
  const listed = [project('b', 2), project('a', 1)]
  const state = {
    shards: { a: { a: project('a', 1, 5) }, b: { b: project('b', 2) }, c: { c: project('c', 3) } },
    deleted: { b: true } as Record<string, true>,
  }
  const where = { limit: 6, organizationId: 'o', state: 'MAINTAINED' } as const
  const first = projectPage(state, listed, { ...where, skip: 0 })
  expect(first.map(({ _id, instanceReport }) => [_id, instanceReport.active])).toStrictEqual([
    ['c', 0],
    ['a', 5],
  ])
  expect(projectPage(state, listed, { ...where, skip: 6 }).map(({ _id }) => _id)).toStrictEqual(['a'])
})

test('an archived project leaves its page, and enters that of the archived ones [P4.8]', () => {
  const listed = [project('b', 2), project('a', 1)]
  const archived: Project = { ...project('b', 2), state: 'ARCHIVED' }
  const state = { shards: { a: { a: project('a', 1) }, b: { b: archived } }, deleted: {} }
  const where = { limit: 6, organizationId: 'o', skip: 0 }
  expect(projectPage(state, listed, { ...where, state: 'MAINTAINED' }).map(({ _id }) => _id)).toStrictEqual(['a'])
  expect(projectPage(state, [], { ...where, state: 'ARCHIVED' }).map(({ _id }) => _id)).toStrictEqual(['b'])
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
