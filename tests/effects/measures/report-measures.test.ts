import { NEVER } from 'rxjs'
import { expect, test } from 'vitest'
import { reportMeasures } from '../../../effects/measures/report-measures.ts'
import { messagesFrom } from '../../../src/core/messages.ts'
import type { Message } from '../../../src/message.ts'
import { fakeWorld } from '../../fakes/fake-world.ts'
import { marbles } from '../../marbles.ts'
import { effectHarness } from '../effect-harness.ts'

test(
  'given a page that is closed, then its measurements are sent by the browser itself, without personal data [A7.43]',
  marbles((m) => {
    const sent: Request[] = []
    const fetch = (request: Request) => {
      sent.push(request)
      return Promise.reject(new Error('The page is gone.'))
    }
    const world = { ...fakeWorld(m.scheduler), network: { fetch, online$: NEVER } }
    const { deps } = effectHarness(world, () => NEVER)
    const measured: Message = { type: 'page/measured', measures: { firstPaintMs: 300 } }
    m.expect(reportMeasures(messagesFrom(m.hot('-mm', { m: measured })), deps)).toBeObservable('-')
    m.flush()
    expect(sent.map(({ method, url, keepalive }) => [method, url, keepalive])).toStrictEqual(
      Array(2).fill(['POST', 'http://localhost:4600/api/metrics/page', true]),
    )
    expect(sent[0]?.headers.has('authorization')).toBe(false)
  }),
)
