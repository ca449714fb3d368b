import { once } from 'node:events'
import { isIP, type Socket } from 'node:net'
import type { DrainTarget } from '../../../../src/contract/wire/drains/drain-target.ts'
import { describeFailure } from '../../../outgoing/describe-failure.ts'
import type { Outgoing } from '../../../outgoing/outgoing.ts'
import type { DrainRecord } from './record.ts'
import { syslogFrames } from './syslog-frame.ts'
import { quickBatches, type SendResult, type Target } from './target.ts'

const CONNECT_MS = 10_000
const WRITE_MS = 30_000
/** A receiver that has read everything closes its side after ours; some never do. */
const CLOSE_MS = 5000
const FRAMES_AT_ONCE = 500

/**
 * Sends over TLS. Syslog confirms nothing, so each batch has a connection of its own: a receiver closes its side once it
 * has read ours to the end, and a connection that breaks before has to be repeated.
 */
export const createSyslogTarget = (
  { host, port, caCertificate }: Extract<DrainTarget, { type: 'syslog' }>,
  outgoing: Pick<Outgoing, 'connect'>,
): Target => ({
  limits: quickBatches,
  async send(records, signal) {
    try {
      const address = host.replace(/^\[|\]$/g, '')
      // RFC 6066 allows no address as the name of a server.
      const tls = { ...(caCertificate !== '' && { ca: caCertificate }), ...(isIP(address) !== 0 && { servername: '' }) }
      const socket = await outgoing.connect({ host: address, port, tls, timeoutMs: CONNECT_MS })
      return await deliver(socket, records, signal)
    } catch (error) {
      signal.throwIfAborted()
      return { kind: 'failed', error: describeFailure(error).message }
    }
  },
})

async function deliver(socket: Socket, records: readonly DrainRecord[], signal: AbortSignal): Promise<SendResult> {
  const abort = () => socket.destroy(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  const overdue = setTimeout(() => socket.destroy(withCode('ETIMEDOUT')), WRITE_MS)
  let isWritten = false
  const closed = new Promise<SendResult>((resolve, reject) => {
    socket.once('error', reject)
    // Data of the receiver is discarded; the end of its side confirms the batch.
    socket.resume()
    socket.once('end', () => {
      if (isWritten) resolve({ kind: 'sent', reply: 'The receiver has read everything and closed the connection.' })
      else reject(withCode('ECONNRESET'))
    })
    socket.once('close', () => reject(withCode('ECONNRESET')))
  })
  closed.catch(() => {})
  try {
    signal.throwIfAborted()
    for (let at = 0; at < records.length; at += FRAMES_AT_ONCE) {
      const frames = Buffer.concat(records.slice(at, at + FRAMES_AT_ONCE).map(syslogFrames))
      if (!socket.write(frames)) await Promise.race([once(socket, 'drain'), closed])
    }
    socket.end(() => {
      isWritten = true
    })
    const patience = setTimeout(() => socket.emit('end'), CLOSE_MS)
    return await closed.finally(() => clearTimeout(patience))
  } finally {
    clearTimeout(overdue)
    signal.removeEventListener('abort', abort)
    socket.destroy()
  }
}

const withCode = (code: string): Error => Object.assign(new Error(code), { code })
