import { expect, test } from 'vitest'
import { allInstances, instances } from '../../src/instances/instances.ts'

const ofWindow = (window: number) => Array.from({ length: 100 }, (_, at) => `${window}-${at}`)
const inputOf = (window: number) => ({ id: 'p', skip: window * 100, limit: 100 })
const subscribed = (window: number) => ({ type: 'ui/readInstances.subscribed', input: inputOf(window) })
const unsubscribed = (window: number) => ({ type: 'ui/readInstances.unsubscribed', input: inputOf(window) })
const received = (window: number, ids = ofWindow(window)) => ({
  type: 'api/readInstances.succeeded',
  input: { limit: 100, skip: window * 100, id: 'p' },
  response: { instances: ids.map((_id) => ({ _id, revision: 1 })), totalCount: 20_000 },
})
const after = (...messages: object[]) =>
  messages.reduce<typeof instances.initial>(
    (state, message) => instances.reduce(state, message as never),
    instances.initial,
  )
const scrolled = (windows: number) =>
  Array.from({ length: windows }, (_, at) => [subscribed(at), received(at), unsubscribed(at)]).flat()

test('given a long list that was scrolled through, then only the last 30 windows stay in memory', () => {
  const state = after(...scrolled(45))
  const left = new Set(allInstances(state).map(({ _id }) => Number(_id.split('-')[0])))
  expect([...left].sort((one, other) => one - other)).toEqual(Array.from({ length: 30 }, (_, at) => 15 + at))
  expect(allInstances(state)).toHaveLength(3000)
  expect(Object.keys(state.holders)).toHaveLength(30)
})

test('given a window that a view still shows, when many others are loaded and left, then its rows stay', () => {
  const state = after(subscribed(500), received(500), ...scrolled(35))
  expect(allInstances(state).filter(({ _id }) => _id.startsWith('500-'))).toHaveLength(100)
})

test('given a window that two views show, when one view is closed, then its rows stay', () => {
  const state = after(subscribed(500), subscribed(500), received(500), unsubscribed(500), ...scrolled(35))
  expect(allInstances(state).filter(({ _id }) => _id.startsWith('500-'))).toHaveLength(100)
})

test('given a row that a refetched window no longer contains, when windows are dropped, then the row is dropped', () => {
  const state = after(subscribed(500), received(500), received(500, ['new']), ...scrolled(35))
  expect(allInstances(state).filter(({ _id }) => _id.startsWith('500-'))).toEqual([])
  expect(allInstances(state).some(({ _id }) => _id === 'new')).toBe(true)
})

test('given another user, then all rows are dropped, and views that are still open keep their new rows', () => {
  const state = after(subscribed(500), received(500), { type: 'api/signedIn', token: 't', isNew: false })
  expect(allInstances(state)).toEqual([])
  const next = [received(500), ...scrolled(35)].reduce(
    (last, message) => instances.reduce(last, message as never),
    state,
  )
  expect(allInstances(next).filter(({ _id }) => _id.startsWith('500-'))).toHaveLength(100)
})
