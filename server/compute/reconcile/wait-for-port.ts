import { connect } from 'node:net'

const CONNECT_MS = 1000
/** A container engine's own proxy takes a connection and drops it at once while nothing listens behind it. */
const OPEN_MS = 30

/** Whether something answers on a loopback port: the connection is taken and kept. */
export function isPortOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    const settle = (isOpen: boolean) => {
      clearTimeout(limit)
      clearTimeout(held)
      socket.destroy()
      resolve(isOpen)
    }
    let held: NodeJS.Timeout | undefined
    const limit = setTimeout(() => settle(false), CONNECT_MS)
    socket.on('connect', () => {
      held = setTimeout(() => settle(true), OPEN_MS)
    })
    socket.on('data', () => settle(true))
    socket.on('error', () => settle(false))
    socket.on('close', () => settle(false))
  })
}
