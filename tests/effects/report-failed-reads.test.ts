import { NEVER } from 'rxjs'
import { expect, test } from 'vitest'
import { reportFailedReads } from '../../effects/report-failed-reads.ts'
import { messagesFrom } from '../../src/core/messages.ts'
import type { Message } from '../../src/message.ts'
import { fakeWorld } from '../fakes/fake-world.ts'
import { marbles } from '../marbles.ts'
import { bench } from './lane-bench.ts'

const call = { input: { username: 'grace@example.com' }, atMs: 0, ask: null }
const failed = (name: string, failure: object) => ({ type: `api/${name}.failed`, ...call, failure }) as Message
const refused = { kind: 'refused', status: 503, code: 'unavailable', words: 'Not now, Grace.', fields: [] }

const said: Record<string, Message> = {
  o: failed('findOrganization', { kind: 'offline' }),
  r: failed('findOrganization', refused),
  p: failed('readProfile', { kind: 'offline' }),
  w: failed('saveProfile', { kind: 'offline' }),
  a: { type: 'api/findOrganization.answered', ...call, answer: {} } as unknown as Message,
}

for (const [what, heard, reports] of [
  ['fails again and again, then it is told once', 'ooo', ['calls/findOrganization offline']],
  [
    'fails otherwise, then that is told too, and nothing of the person',
    'or',
    ['calls/findOrganization offline', 'calls/findOrganization refused: 503 unavailable'],
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
      const told: string[] = []
      const { deps } = bench(fakeWorld(m.scheduler), () => NEVER)
      const report = reportFailedReads((where, error) => told.push(`${where} ${String(error)}`))
      m.expect(report(messagesFrom(m.hot(heard, said)), deps)).toBeObservable('-')
      m.flush()
      expect(told).toStrictEqual(reports)
    }),
  )

test(
  'given a write that fails, when it is heard, then it is left to the toast that tells of it',
  marbles((m) => {
    const told: string[] = []
    const { deps } = bench(fakeWorld(m.scheduler), () => NEVER)
    m.expect(reportFailedReads((where) => told.push(where))(messagesFrom(m.hot('w', said)), deps)).toBeObservable('-')
    m.flush()
    expect(told).toStrictEqual([])
  }),
)
