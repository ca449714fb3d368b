import type { Socket } from 'socket.io'
import type { PacketSink } from './topic-reader.ts'
import type { Packet } from './topic-source.ts'

/** Batches that may wait for a slow client; what comes later stays in the database until these have left. */
const MOST_WAITING = 4

/** Makes the outlets of one connection, which all stop while it is full. */
export const socketFlow = (socket: Socket): ((topic: string, lagged: () => void) => PacketSink) => {
  const { conn } = socket
  let waiting = 0
  let resumes: (() => void)[] = []
  const drained = () => {
    waiting = 0
    const now = resumes
    resumes = []
    for (const resume of now) resume()
  }
  // Said when everything that waited was handed to the transport, which takes more only after it has sent that.
  conn.on('drain', drained)
  conn.on('close', drained)

  return (topic, lagged) => ({
    send: (packets: Packet[]) => {
      waiting += 1
      socket.emit('packets', { topic, packets })
    },
    ready: () => waiting < MOST_WAITING,
    whenReady: () => new Promise((resolve) => resumes.push(resolve)),
    lagged,
  })
}
