import type { Socket } from 'socket.io'

/** More than the windows, pieces and listings of all sessions of a user together, unless they are not read. */
const MAX_UNREAD_BYTES = 8 * 1024 * 1024

/** Calls `full` once when a client leaves too much in the buffer of its connection, whatever it acknowledges. */
export function limitUnread({ conn }: Socket, full: () => void): void {
  let unread = 0
  const add = ({ data }: { data?: string | ArrayBufferView | ArrayBuffer }) => {
    unread += typeof data === 'string' ? data.length : (data?.byteLength ?? 0)
    if (unread <= MAX_UNREAD_BYTES) return
    conn.off('packetCreate', add)
    // Not within the emission of the packet.
    process.nextTick(full)
  }
  conn.on('packetCreate', add)
  // The transport takes the whole buffer, once the client has read what it took before.
  conn.on('drain', () => {
    unread = 0
  })
}
