import { expect, test } from 'vitest'
import { type Queries, queries, selectQuery } from '../../src/calls/queries.ts'
import { lastLoaded } from '../../src/core/remote-data.ts'
import { type Toast, toasts } from '../../src/toasts/toasts.ts'

test('toasts are titled by their type: Error Found, New Info, Successful, Warning [P8.1]', () => {
  const titleOf = (kind: Toast['kind']) =>
    (toasts.reduce([], { type: 'ui/toastRequested', id: kind, kind, message: 'x' } as never) as Toast[])[0]?.title
  expect((['error', 'info', 'success', 'warning'] as const).map(titleOf)).toEqual([
    'Error Found',
    'New Info',
    'Successful',
    'Warning',
  ])
})

test('a failed fetch of instances is not loading any more: empty at first, and the last list later [P8.9]', () => {
  const input = { id: 'p' as never, skip: 0, limit: 10 }
  const after = (...messages: object[]): Queries =>
    messages.reduce<Queries>((state, message) => queries.reduce(state, message as never), queries.initial)
  const dataOf = (state: Queries) => selectQuery('readInstances', input)({ queries: state })
  const subscribed = { type: 'ui/readInstances.subscribed', input }
  const failed = { type: 'api/readInstances.failed', input, failure: { kind: 'offline' } }
  const first = dataOf(after(subscribed, failed))
  expect(first.kind).toBe('failed')
  expect(lastLoaded(first)).toBeNull()
  const response = { instances: [], totalCount: 0 }
  const succeeded = { type: 'api/readInstances.succeeded', input, response, atMs: 1 }
  const later = dataOf(after(subscribed, succeeded, failed))
  expect(later.kind).toBe('failed')
  expect(lastLoaded(later)?.value).toEqual(response)
})
