import { io } from 'socket.io-client'
import type { OrganizationEvent, WatchResponse } from '../../../src/contract/live.ts'

interface Packet {
  first?: number
  sequence: number
  event?: OrganizationEvent
  /** The lines of a log packet. */
  text?: string
}

/** A socket client that reconnects by itself and resumes after its last packet. */
export interface Watcher {
  readonly packets: Packet[]
  /** How often it has connected. */
  connections(): number
  /** Gaps, repeats and losses in the order of packets; empty when there are none. */
  readonly errors: string[]
  close(): void
}

export interface WatcherOptions {
  /** The packet to resume after; from now by default. */
  after?: number
  transports?: ('websocket' | 'polling')[]
  /** The URL for range requests, when it differs from the watched URL. */
  fillFrom?: string
}

export const watchTopic = async (
  url: string,
  token: string,
  topic: string,
  { after, transports = ['websocket'] }: WatcherOptions = {},
): Promise<Watcher> => {
  const socket = io(url, {
    auth: { token },
    transports,
    reconnectionDelay: 100,
    reconnectionDelayMax: 500,
    forceNew: true,
  })
  const packets: Packet[] = []
  const errors: string[] = []
  let connections = 0
  let last: number | null = after ?? null

  const watch = () =>
    new Promise<void>((resolve) => {
      socket.emit('watch', { topic, after: last }, (response: WatchResponse) => {
        if (!response.ok) errors.push(`rejected: ${response.message}`)
        else if (last !== null && response.from > last) errors.push(`lost: ${last} to ${response.from}`)
        else last ??= response.from
        resolve()
      })
    })

  const receive = (packet: Packet) => {
    const first = packet.first ?? packet.sequence
    if (last !== null && first !== last + 1) errors.push(`${first} came after ${last}`)
    last = packet.sequence
    packets.push(packet)
  }

  const first = new Promise<void>((resolve) => {
    socket.on('connect', () => {
      connections += 1
      void watch().then(resolve)
    })
  })
  socket.on('packets', (payload: { topic: string; packets: Packet[] }) => {
    if (payload.topic === topic) for (const packet of payload.packets) receive(packet)
  })
  socket.on('watchEnded', ({ message }: { message: string }) => errors.push(`ended: ${message}`))
  await first
  return { packets, errors, connections: () => connections, close: () => socket.disconnect() }
}

/** Returns the states that an instance went through, as the watcher received them. */
export const statesOf = ({ packets }: Watcher, instanceId: string): string[] =>
  packets
    .flatMap(({ event }) => {
      if (event?.kind === 'instanceCreated' && event.row._id === instanceId) return [event.row.state]
      return event?.kind === 'instanceChanged' && event.id === instanceId ? (event.changes.state ?? []) : []
    })
    .filter((state, at, all) => state !== all[at - 1])
