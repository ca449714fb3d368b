import { expect, test } from 'vitest'
import { type Writes, writes } from '../../src/calls/writes.ts'
import type { Message } from '../../src/message.ts'

const created = {
  type: 'api/createApiKey.answered',
  input: {},
  answer: { apiKey: { value: 'lsk_secret' } },
  ask: 'press',
  atMs: 1,
} as Message

const after = (...messages: Message[]): Writes =>
  messages.reduce((state, message) => writes.reduce(state, message as never), writes.initial)

test('an answer is kept for the view that asked, until it goes [A5.3]', () => {
  expect(after(created).press).toMatchObject({ kind: 'answered', answer: { apiKey: { value: 'lsk_secret' } } })
  expect(JSON.stringify(after(created, { type: 'ui/answerForgotten', ask: 'press' }))).not.toContain('lsk_secret')
})

test('what one person was answered is gone when another comes', () => {
  expect(after(created, { type: 'ui/signOutPressed' })).toStrictEqual({})
  expect(after(created, { type: 'tab/signedOut' })).toStrictEqual({})
})
