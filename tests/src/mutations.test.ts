import { expect, test } from 'vitest'
import { type Mutations, mutations } from '../../src/calls/mutations.ts'
import type { Message } from '../../src/message.ts'

const input = { name: 'CI', organizationId: 'o', expiresAt: null }
const requested = (requestId: string, pressInput = input) =>
  ({ type: 'ui/createApiKey.requested', input: pressInput, requestId }) as Message
const created = {
  type: 'api/createApiKey.succeeded',
  input,
  response: { apiKey: { value: 'lsk_secret' } },
  requestId: 'press',
  atMs: 1,
} as Message
const forgotten: Message = { type: 'ui/responseDiscarded', requestId: 'press' }

const after = (...messages: Message[]): Mutations =>
  messages.reduce((state, message) => mutations.reduce(state, message as never), mutations.initial)

test('a response is kept for the view that requested it, until the view discards it [A5.3]', () => {
  const kept = after(requested('press'), created)
  expect(kept.press).toMatchObject({ kind: 'succeeded', response: { apiKey: { value: 'lsk_secret' } } })
  expect(after(requested('press'), created, forgotten)).toStrictEqual({})
})

test('a response that arrives after its view has gone is not kept [A5.3]', () => {
  expect(after(requested('press'), forgotten, created)).toStrictEqual({})
})

test('a repeated request with the same input is settled with the first, and a different one is not', () => {
  const kept = after(requested('press'), requested('again'), requested('other', { ...input, name: 'Deploys' }), created)
  expect(kept.again).toStrictEqual(kept.press)
  expect(kept.other).toMatchObject({ kind: 'running' })
  const failed = { ...created, type: 'api/createApiKey.failed', failure: { kind: 'timedOut' } } as Message
  expect(after(requested('press'), forgotten, requested('again'), failed).again).toMatchObject({
    kind: 'failed',
    sentAs: 'press',
  })
})

test('a cancelled call leaves no trace', () => {
  const cancelled = { ...created, type: 'api/createApiKey.failed', failure: { kind: 'cancelled' } } as Message
  expect(after(requested('press'), cancelled)).toStrictEqual({})
})

test('sign-out removes all responses', () => {
  expect(after(requested('press'), created, { type: 'ui/signOutPressed' })).toStrictEqual({})
  expect(after(requested('press'), { type: 'tab/signedOut' }, created)).toStrictEqual({})
})
