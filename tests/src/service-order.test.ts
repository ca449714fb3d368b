import { expect, test } from 'vitest'
import { inOrderOfServices } from '../../src/instances/services/service-order.ts'

test('replicas are shown in the order of the services, and keep their own within one', () => {
  const rows = ['db 1', 'gone 1', 'web 1', 'web 2'].map((name) => ({ service: name.slice(0, -2), name }))
  const sorted = inOrderOfServices(rows, [{ name: 'web' }, { name: 'db' }])
  expect(sorted.map(({ name }) => name)).toEqual(['web 1', 'web 2', 'db 1', 'gone 1'])
})
