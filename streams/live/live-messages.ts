import { buffer, connect, filter, from, map, mergeMap, type Observable, throttle } from 'rxjs'
import * as v from 'valibot'
import { organizationPacket } from '../../src/contract/live.ts'
import { logPacket } from '../../src/contract/wire/log.ts'
import type { Report } from '../../src/core/actor.ts'
import type { MessageOf } from '../../src/core/message.ts'
import type { World } from '../../src/core/world.ts'
import type { LiveMessage } from '../../src/live/live-message.ts'
import type { NotificationMessage } from '../../src/notifications/notification-message.ts'
import type { SessionMessage } from '../../src/session/session-message.ts'
import type { Packet } from './channel-message.ts'
import type { LiveUpdate } from './tab-memory.ts'

export type StreamMessage = LiveMessage | NotificationMessage | MessageOf<SessionMessage, 'socket/sessionRejected'>

/**
 * Folds the updates of a frame into as few messages as possible: one per topic between updates of other kinds. An
 * update after a pause does not wait for a frame.
 */
export const liveMessages = (
  update$: Observable<LiveUpdate>,
  world: World,
  report: Report,
): Observable<StreamMessage> =>
  update$.pipe(
    connect((shared$) =>
      shared$.pipe(buffer(shared$.pipe(throttle(() => world.frame(), { leading: true, trailing: true })))),
    ),
    filter((received) => received.length > 0),
    mergeMap((received) => from(fold(received))),
    map((received) => messageOf(received, world, report)),
    filter((message) => message !== null),
  )

const fold = (received: readonly LiveUpdate[]): LiveUpdate[] => {
  const folded: LiveUpdate[] = []
  const packetsOf = new Map<string, Packet[]>()
  for (const one of received) {
    if (one.kind !== 'packets') {
      // Later packets must not be folded into packets before this update.
      packetsOf.clear()
      folded.push(one)
      continue
    }
    const gathered = packetsOf.get(one.topic)
    if (gathered) gathered.push(...one.packets)
    else {
      const packets = [...one.packets]
      packetsOf.set(one.topic, packets)
      folded.push({ kind: 'packets', topic: one.topic, packets })
    }
  }
  return folded
}

const messageOf = (received: LiveUpdate, world: World, report: Report): StreamMessage | null => {
  switch (received.kind) {
    case 'connection':
      return { type: 'socket/connectionChanged', connection: received.connection, atMs: world.scheduler.now() }
    case 'missed':
      return { type: 'socket/packetsLost', topic: received.topic, from: received.from }
    case 'watchRejected':
      return { type: 'socket/watchRejected', topic: received.topic, message: received.message }
    case 'sessionRejected':
      return { type: 'socket/sessionRejected', token: received.token }
    case 'notified':
      return { type: 'sse/notified', notification: received.notification, atMs: world.serverNow() }
    case 'packets':
      return packetsMessage(received.topic, received.packets, report)
  }
}

const packetsMessage = (topic: string, packets: readonly Packet[], report: Report): StreamMessage => {
  const [kind, id = ''] = topic.split('/')
  if (kind === 'organization') {
    return {
      type: 'socket/organizationChanged',
      organizationId: id,
      packets: readable(organizationPacket, packets, report),
    }
  }
  return { type: 'socket/logAppended', topic, packets: readable(logPacket, packets, report) }
}

/** Reports and drops packets that cannot be parsed. */
const readable = <S extends v.GenericSchema>(
  schema: S,
  packets: readonly unknown[],
  report: Report,
): v.InferOutput<S>[] =>
  packets.flatMap((packet) => {
    const read = v.safeParse(schema, packet)
    if (read.success) return [read.output]
    report('streams/live', v.flatten(read.issues))
    return []
  })
