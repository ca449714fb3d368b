import { connect, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { pinned } from './checked-agents.ts'
import { describeFailure } from './describe-failure.ts'
import type { ConnectionTarget } from './outgoing.ts'
import { OutgoingFailure } from './outgoing-failure.ts'
import type { PermittedAddresses } from './permitted-addresses.ts'

/** Resolves with a connected socket, after the handshake with TLS. */
export async function openConnection(
  { host, port, tls, timeoutMs }: ConnectionTarget,
  permittedAddresses: PermittedAddresses,
): Promise<Socket> {
  const addresses = await permittedAddresses(host, port).catch((error: unknown) => {
    throw describeFailure(error)
  })
  const options = { host, port, lookup: pinned(addresses) }
  const socket = tls ? connectSecurely({ servername: host, ...options, ...tls }) : connect(options)
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      clearTimeout(timer)
      socket.destroy()
      reject(describeFailure(error))
    }
    const timer = setTimeout(() => fail(new OutgoingFailure('timedOut', 'No connection was made in time.')), timeoutMs)
    socket.once('error', fail)
    socket.once(tls ? 'secureConnect' : 'connect', () => {
      clearTimeout(timer)
      socket.off('error', fail)
      resolve(socket)
    })
  })
}
