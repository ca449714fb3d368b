import { connect } from 'node:net'

/** A container engine's own proxy accepts a connection and drops it at once while nothing listens behind it. */
const OPEN_MS = 30

/** Resolves with a reason unless a published port accepts a connection and keeps it open. */
export function probeTcp(at: { host: string; port: number }, signal: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ ...at, signal })
    let held: NodeJS.Timeout | undefined
    const settle = (reason: string | undefined) => {
      clearTimeout(held)
      socket.destroy()
      resolve(reason)
    }
    const closed = () => settle('The port does not accept connections.')
    socket.once('connect', () => {
      held = setTimeout(settle, OPEN_MS, undefined)
    })
    socket.once('data', () => settle(undefined))
    socket.on('error', closed)
    socket.once('close', closed)
  })
}
