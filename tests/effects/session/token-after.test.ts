import { firstValueFrom, NEVER, of } from 'rxjs'
import { expect, test } from 'vitest'
import { Failed } from '../../../effects/api/api.ts'
import { tokenAfter } from '../../../effects/session/renew-token.ts'
import type { Failure } from '../../../src/core/failure.ts'
import { messagesFrom } from '../../../src/core/messages.ts'
import type { Message } from '../../../src/message.ts'

const token = (sid: string, number: number) => `h.${btoa(JSON.stringify({ sid, sub: 'p', exp: number }))}.s`
const failed = (failure: Failure): Message => ({
  type: 'api/renewToken.failed',
  input: {},
  failure,
  requestId: null,
  atMs: 0,
})
const silent = messagesFrom<Message>(NEVER)

test('resolves with the next token of the same session, and with null for another session or none', async () => {
  const old = token('one', 1)
  expect(await firstValueFrom(tokenAfter(old, of(old, token('one', 2)), silent))).toBe(token('one', 2))
  expect(await firstValueFrom(tokenAfter(old, of(old, token('two', 2)), silent))).toBeNull()
  expect(await firstValueFrom(tokenAfter(old, of(old, null), silent))).toBeNull()
})

test('rejects with the failure of the renewal, and resolves with null when the renewal was rejected with 401', async () => {
  const old = token('one', 1)
  const resultAfter = (failure: Failure) => firstValueFrom(tokenAfter(old, of(old), messagesFrom(of(failed(failure)))))
  await expect(resultAfter({ kind: 'offline' })).rejects.toEqual(new Failed({ kind: 'offline' }))
  expect(await resultAfter({ kind: 'apiError', status: 401, code: 'sessionEnded', message: '', fields: [] })).toBeNull()
})
