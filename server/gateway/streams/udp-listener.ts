import { createSocket, type RemoteInfo } from 'node:dgram'
import { isIPv6 } from 'node:net'
import type { Listener, Place } from './listener.ts'

/** Responses that wait for the system before more are dropped. */
const MAX_WAITING = 256

export interface UdpListener extends Listener {
  send(bytes: Buffer, visitor: RemoteInfo): void
}

/** Listens on a UDP port. Rejects with the system's error. */
export function openUdpListener(
  { address, port }: Place,
  onDatagram: (bytes: Buffer, visitor: RemoteInfo) => void,
): Promise<UdpListener> {
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4')
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.bind({ address, port, exclusive: true }, () => {
      socket.off('error', reject)
      // An unreachable visitor is no error of the listener.
      socket.on('error', () => undefined)
      socket.on('message', onDatagram)
      resolve({
        send(bytes, visitor) {
          if (socket.getSendQueueCount() < MAX_WAITING)
            socket.send(bytes, visitor.port, visitor.address, () => undefined)
        },
        close: () => socket.close(),
      })
    })
  })
}
