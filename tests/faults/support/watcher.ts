import { io } from 'socket.io-client'
import type { OrganizationEvent, WatchResponse } from '../../../src/contract/live.ts'

interface Packet {
  first?: number
  sequence: number
  event?: OrganizationEvent
  /** Of a log: its lines. */
  text?: string
}

/** A client of the socket that comes back by itself and goes on after the last packet that it has. */
export interface Watcher {
  readonly packets: Packet[]
  /** How often it has connected. */
  connections(): number
  /** What went wrong in the order of packets: gaps, repeats, losses. Empty is good. */
  readonly errors: string[]
  close(): void
}

export interface WatcherOptions {
  /** Where it begins; from now unless told. */
  after?: number
  transports?: ('websocket' | 'polling')[]
  /** Where it asks for ranges, when not where it watches. */
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

/** The states that an instance went through, as the watcher was told. */
export const statesOf = ({ packets }: Watcher, instanceId: string): string[] =>
  packets
    .flatMap(({ event }) =>
      event?.kind === 'instanceChanged' && event.instance._id === instanceId ? [event.instance] : [],
    )
    .map(({ state }) => state)
    .filter((state, at, all) => state !== all[at - 1])
