import type { Socket } from 'socket.io'
import type { PacketSink } from './topic-reader.ts'
import type { Packet } from './topic-source.ts'

/** The most batches that are buffered for a slow client. Later packets stay in the database meanwhile. */
const MAX_WAITING = 4

/** Creates the sinks of one connection, which all pause while its buffer is full. */
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
  // Emitted when all buffered packets were passed to the transport, which accepts more only after it has sent them.
  conn.on('drain', drained)
  conn.on('close', drained)

  return (topic, lagged) => ({
    send: (packets: Packet[]) => {
      waiting += 1
      socket.emit('packets', { topic, packets })
    },
    ready: () => waiting < MAX_WAITING,
    whenReady: () => new Promise((resolve) => resumes.push(resolve)),
    lagged,
  })
}
