import { NEVER } from 'rxjs'
import { expect, test } from 'vitest'
import { reportFailedQueries } from '../../effects/report-failed-queries.ts'
import { messagesFrom } from '../../src/core/messages.ts'
import type { Message } from '../../src/message.ts'
import { fakeWorld } from '../fakes/fake-world.ts'
import { marbles } from '../marbles.ts'
import { effectHarness } from './effect-harness.ts'

const call = { input: { username: 'grace@example.com' }, atMs: 0, requestId: null }
const failed = (name: string, failure: object) => ({ type: `api/${name}.failed`, ...call, failure }) as Message
const apiError = { kind: 'apiError', status: 503, code: 'unavailable', message: 'Not now, Grace.', fields: [] }

const values: Record<string, Message> = {
  o: failed('findOrganization', { kind: 'offline' }),
  r: failed('findOrganization', apiError),
  p: failed('readProfile', { kind: 'offline' }),
  w: failed('saveProfile', { kind: 'offline' }),
  a: { type: 'api/findOrganization.succeeded', ...call, response: {} } as unknown as Message,
}

for (const [what, diagram, reports] of [
  ['fails again and again, then it is told once', 'ooo', ['calls/findOrganization offline']],
  [
    'fails otherwise, then that is told too, and nothing of the person',
    'or',
    ['calls/findOrganization offline', 'calls/findOrganization apiError: 503 unavailable'],
  ],
  [
    'fails again after an answer, then it is told again',
    'oao',
    ['calls/findOrganization offline', 'calls/findOrganization offline'],
  ],
  ['fails beside another, then both are told', 'opop', ['calls/findOrganization offline', 'calls/readProfile offline']],
  ['is answered, then nothing is told', 'aa', []],
] as const)
  test(
    `given a read, when it ${what} [A8.1]`,
    marbles((m) => {
      const reported: string[] = []
      const { deps } = effectHarness(fakeWorld(m.scheduler), () => NEVER)
      const report = reportFailedQueries((where, error) => reported.push(`${where} ${String(error)}`))
      m.expect(report(messagesFrom(m.hot(diagram, values)), deps)).toBeObservable('-')
      m.flush()
      expect(reported).toStrictEqual(reports)
    }),
  )

test(
  'given a write that fails, when it is heard, then it is left to the toast that tells of it',
  marbles((m) => {
    const reported: string[] = []
    const { deps } = effectHarness(fakeWorld(m.scheduler), () => NEVER)
    m.expect(
      reportFailedQueries((where) => reported.push(where))(messagesFrom(m.hot('w', values)), deps),
    ).toBeObservable('-')
    m.flush()
    expect(reported).toStrictEqual([])
  }),
)
