import { expect, test } from 'vitest'
import { stillChosen } from '../../src/instances/instance-list.ts'

const row = (id: string, computeProject: string, desiredState: 'active' | 'deleted' = 'active') =>
  ({ _id: id, computeProject, desiredState }) as Parameters<typeof stillChosen>[1][number]

test('instances that were moved or deleted after they were selected are no longer selected', () => {
  const chosen = [row('a', 'shop'), row('b', 'shop'), row('c', 'shop')]
  const now = [row('a', 'shop'), row('b', 'archive'), row('c', 'shop', 'deleted')]
  expect(stillChosen(now, chosen).map(({ _id }) => _id)).toEqual(['a'])
})
