import { NEVER } from 'rxjs'
import { expect, test } from 'vitest'
import { reportFailedQueries } from '../../../effects/calls/report-failed-queries.ts'
import { messagesFrom } from '../../../src/core/messages.ts'
import type { Message } from '../../../src/message.ts'
import { fakeWorld } from '../../fakes/fake-world.ts'
import { marbles } from '../../marbles.ts'
import { effectHarness } from '../effect-harness.ts'

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
  ['fails repeatedly, then it is reported once', 'ooo', ['calls/findOrganization offline']],
  [
    'fails with another error, then that is reported too, without personal data',
    'or',
    ['calls/findOrganization offline', 'calls/findOrganization apiError: 503 unavailable'],
  ],
  [
    'fails again after a success, then it is reported again',
    'oao',
    ['calls/findOrganization offline', 'calls/findOrganization offline'],
  ],
  [
    'and another query fail, then both are reported',
    'opop',
    ['calls/findOrganization offline', 'calls/readProfile offline'],
  ],
  ['succeeds, then nothing is reported', 'aa', []],
] as const)
  test(
    `given a query, when it ${what} [A8.1]`,
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
  'given a failed mutation, then it is not reported',
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
