import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'
import { type AccessChecks, type GrantedAccess, watchAccess } from './watch-access.ts'

/** Cuts a long response off once its caller may no longer read it. */
export const endWithoutAccess = ({ raw }: FastifyReply, checks: AccessChecks, granted: GrantedAccess): void => {
  if (raw.closed) return
  const watch = watchAccess(checks, granted, () => cutOff(raw))
  raw.once('close', watch.stop)
}

/**
 * Resets the connection. A normal close would first send what is buffered, and a proxy that uses HTTP/1.0 would take it
 * for the end of the response.
 */
const cutOff = (raw: ServerResponse): void => {
  if (raw.socket instanceof Socket) raw.socket.resetAndDestroy()
  else raw.destroy()
}
