import { expect, test } from 'vitest'
import { type Writes, writes } from '../../src/calls/writes.ts'
import type { Message } from '../../src/message.ts'

const input = { name: 'CI', organizationId: 'o', expiresAt: null }
const asked = (ask: string, wish = input) => ({ type: 'ui/createApiKey.asked', input: wish, ask }) as Message
const created = {
  type: 'api/createApiKey.answered',
  input,
  answer: { apiKey: { value: 'lsk_secret' } },
  ask: 'press',
  atMs: 1,
} as Message
const forgotten: Message = { type: 'ui/answerForgotten', ask: 'press' }

const after = (...messages: Message[]): Writes =>
  messages.reduce((state, message) => writes.reduce(state, message as never), writes.initial)

test('an answer is kept for the view that asked, until it goes [A5.3]', () => {
  const kept = after(asked('press'), created)
  expect(kept.press).toMatchObject({ kind: 'answered', answer: { apiKey: { value: 'lsk_secret' } } })
  expect(after(asked('press'), created, forgotten)).toStrictEqual({})
})

test('an answer that comes after its view has gone is not kept [A5.3]', () => {
  expect(after(asked('press'), forgotten, created)).toStrictEqual({})
})

test('the same wish pressed again in a view that came back is settled with the first, and another wish is not', () => {
  const kept = after(asked('press'), asked('again'), asked('other', { ...input, name: 'Deploys' }), created)
  expect(kept.again).toStrictEqual(kept.press)
  expect(kept.other).toMatchObject({ kind: 'running' })
  const failed = { ...created, type: 'api/createApiKey.failed', failure: { kind: 'timedOut' } } as Message
  expect(after(asked('press'), forgotten, asked('again'), failed).again).toMatchObject({
    kind: 'failed',
    sentAs: 'press',
  })
})

test('a call that its user did not confirm is as if it had not been asked for', () => {
  const cancelled = { ...created, type: 'api/createApiKey.failed', failure: { kind: 'cancelled' } } as Message
  expect(after(asked('press'), cancelled)).toStrictEqual({})
})

test('what one person was answered is gone when another comes', () => {
  expect(after(asked('press'), created, { type: 'ui/signOutPressed' })).toStrictEqual({})
  expect(after(asked('press'), { type: 'tab/signedOut' }, created)).toStrictEqual({})
})
