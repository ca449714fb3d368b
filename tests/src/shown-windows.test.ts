import { expect, test } from 'vitest'
import type { Instance, InstanceState } from '../../src/contract/wire/compute.ts'
import { shownWindows } from '../../src/instances/shown-windows.ts'

const instance = (_id: string, state: InstanceState) => ({ _id, state }) as Instance
const SIZE = 2

const shown = (
  windows: ({ instances: Instance[]; totalCount: number } | null)[],
  state: InstanceState | '',
  now: Record<string, Instance | undefined> = {},
  first = 0,
) => {
  const list = shownWindows(windows, { first, size: SIZE, state }, (row) => (row._id in now ? now[row._id] : row))
  return [list.count, Array.from({ length: 6 }, (_, index) => list.rowAt(index)?._id)] as const
}
const page = (...ids: string[]) => ({ instances: ids.map((id) => instance(id, 'Active')), totalCount: 5 })
const closed = { b: instance('b', 'Closed') }

test('an instance that is closed leaves a list of running ones at once [P4.11]', () => {
  const windows = [page('a', 'b'), page('c', 'd'), page('e')]
  expect(shown(windows, 'Active')).toEqual([5, ['a', 'b', 'c', 'd', 'e', undefined]])
  expect(shown(windows, 'Active', closed)).toEqual([4, ['a', 'c', 'd', 'e', undefined, undefined]])
})

test('it stays where all instances are listed, and among the closed ones [P4.11]', () => {
  expect(shown([page('a', 'b')], '', closed)).toEqual([5, ['a', 'b', undefined, undefined, undefined, undefined]])
  expect(shown([{ instances: [instance('b', 'Closed')], totalCount: 1 }], 'Closed', closed)).toEqual([
    1,
    ['b', undefined, undefined, undefined, undefined, undefined],
  ])
})

test('rows of later windows keep their places while an earlier one loads', () => {
  expect(shown([null, page('c', 'd')], 'Active')).toEqual([5, [undefined, undefined, 'c', 'd', undefined, undefined]])
  expect(shown([page('c', 'd')], 'Active', {}, 2)[1]).toEqual([undefined, undefined, 'c', 'd', undefined, undefined])
})
