import { connect } from 'node:net'

/** Sends lines to a port of this machine; resolves with the response when it matches. */
export const talk = (port: number, lines: readonly string[], enough: RegExp): Promise<string> =>
  new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(lines.map((line) => `${line}\r\n`).join('')))
    socket.setTimeout(20_000, () => socket.destroy(new Error(`No answer on port ${port}: ${received}`)))
    socket.on('data', (part) => {
      received += part
      if (!enough.test(received)) return
      socket.destroy()
      resolve(received)
    })
    socket.on('error', reject)
    socket.once('close', () => reject(new Error(`Port ${port} was closed: ${received}`)))
  })
