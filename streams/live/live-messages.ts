import { buffer, connect, filter, from, map, mergeMap, type Observable, throttle } from 'rxjs'
import * as v from 'valibot'
import { organizationPacket } from '../../src/contract/live.ts'
import { logPacket } from '../../src/contract/wire/log.ts'
import type { Report } from '../../src/core/actor.ts'
import type { World } from '../../src/core/world.ts'
import type { LiveMessage } from '../../src/live/live-message.ts'
import type { NotificationMessage } from '../../src/notifications/notification-message.ts'
import type { Packet } from './live-said.ts'
import type { LiveHeard } from './tab-memory.ts'

type Said = LiveMessage | NotificationMessage

/**
 * What was heard within a frame becomes as few messages as it can: one for each topic, between whatever else happened.
 * What comes after a silence does not wait for a frame.
 */
export const liveMessages = (heard$: Observable<LiveHeard>, world: World, report: Report): Observable<Said> =>
  heard$.pipe(
    connect((shared$) =>
      shared$.pipe(buffer(shared$.pipe(throttle(() => world.frame(), { leading: true, trailing: true })))),
    ),
    filter((heard) => heard.length > 0),
    mergeMap((heard) => from(fold(heard))),
    map((heard) => messageOf(heard, world, report)),
    filter((message) => message !== null),
  )

const fold = (heard: readonly LiveHeard[]): LiveHeard[] => {
  const folded: LiveHeard[] = []
  const packetsOf = new Map<string, Packet[]>()
  for (const one of heard) {
    if (one.kind !== 'packets') {
      // Packets after this must not be folded into packets before it.
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

const messageOf = (heard: LiveHeard, world: World, report: Report): Said | null => {
  switch (heard.kind) {
    case 'connection':
      return { type: 'socket/connectionChanged', connection: heard.connection, atMs: world.scheduler.now() }
    case 'missed':
      return { type: 'socket/missed', topic: heard.topic, from: heard.from }
    case 'refused':
      return { type: 'socket/refused', topic: heard.topic, words: heard.words }
    case 'sessionRefused':
      return { type: 'socket/sessionRefused', token: heard.token }
    case 'notified':
      return { type: 'sse/notified', notification: heard.notification, atMs: world.serverNow() }
    case 'packets':
      return packetsMessage(heard.topic, heard.packets, report)
  }
}

const packetsMessage = (topic: string, packets: readonly Packet[], report: Report): Said => {
  const [kind, id = ''] = topic.split('/')
  if (kind === 'organization') {
    return {
      type: 'socket/organizationChanged',
      organizationId: id,
      packets: readable(organizationPacket, packets, report),
    }
  }
  return { type: 'socket/logGrew', topic, packets: readable(logPacket, packets, report) }
}

/** A packet that cannot be read is reported and dropped; the rest goes on. */
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
