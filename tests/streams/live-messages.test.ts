import { expect, test } from 'vitest'
import type { OrganizationPacket } from '../../src/contract/live.ts'
import type { ProjectId } from '../../src/contract/wire/common.ts'
import type { LogPacket } from '../../src/contract/wire/log.ts'
import { liveMessages } from '../../streams/live/live-messages.ts'
import type { LiveUpdate } from '../../streams/live/tab-memory.ts'
import { fakeWorld } from '../fakes/fake-world.ts'
import { marbles } from '../marbles.ts'

const id = '00000000-0000-4000-8000-000000000001'
const removed = (sequence: number): OrganizationPacket => ({
  sequence,
  at: '2026-01-01T00:00:00.000Z',
  event: { kind: 'projectRemoved', id: id as ProjectId },
})
const line = (sequence: number): LogPacket => ({
  kind: 'lines',
  first: sequence,
  sequence,
  atMs: [1_767_225_600_000],
  streams: 'o',
  text: 'x',
})
const events = (...packets: { sequence: number }[]): LiveUpdate => ({
  kind: 'packets',
  topic: `organization/${id}`,
  packets,
})
const lines = (...packets: { sequence: number }[]): LiveUpdate => ({
  kind: 'packets',
  topic: `deployment/${id}/logs`,
  packets,
})

test(
  'given a burst of packets, when it starts, then the first is sent at once, and the rest per frame, one message per topic',
  marbles((m) => {
    const update$ = m.hot('-(abc)-d 50ms e', {
      a: events(removed(1)),
      b: lines(line(1)),
      c: events(removed(2)),
      d: events(removed(3)),
      e: events(removed(4)),
    })
    const message$ = liveMessages(update$, fakeWorld(m.scheduler), () => {})
    m.expect(message$).toBeObservable('-f 15ms (lo) 37ms p', {
      f: { type: 'socket/organizationChanged', organizationId: id, packets: [removed(1)] },
      o: { type: 'socket/organizationChanged', organizationId: id, packets: [removed(2), removed(3)] },
      l: { type: 'socket/logAppended', topic: `deployment/${id}/logs`, packets: [line(1)] },
      p: { type: 'socket/organizationChanged', organizationId: id, packets: [removed(4)] },
    })
  }),
)

test(
  'given packets before and after a loss, when they are folded, then they keep their order',
  marbles((m) => {
    const update$ = m.hot('(amb)', {
      a: events(removed(1)),
      m: { kind: 'missed', topic: `organization/${id}`, from: 8 } as const,
      b: events(removed(9)),
    })
    const types: string[] = []
    liveMessages(update$, fakeWorld(m.scheduler), () => {}).subscribe(({ type }) => types.push(type))
    m.flush()
    expect(types).toStrictEqual(['socket/organizationChanged', 'socket/packetsLost', 'socket/organizationChanged'])
  }),
)

test(
  'given an invalid packet, when it arrives with others, then it is reported and dropped',
  marbles((m) => {
    const reports: string[] = []
    const update$ = m.hot('a', { a: events(removed(1), { sequence: 2 }, removed(3)) })
    const message$ = liveMessages(update$, fakeWorld(m.scheduler), (where) => reports.push(where))
    m.expect(message$).toBeObservable('o', {
      o: { type: 'socket/organizationChanged', organizationId: id, packets: [removed(1), removed(3)] },
    })
    m.flush()
    expect(reports).toStrictEqual(['streams/live'])
  }),
)
