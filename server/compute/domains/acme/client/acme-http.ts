import { request as requestOverTls } from 'node:https'
import { createOutgoing } from '../../../../outgoing/outgoing.ts'
import { OutgoingFailure } from '../../../../outgoing/outgoing-failure.ts'
import { resolveBySystem } from '../../../../outgoing/resolve-host.ts'
import { AcmeError, NOT_SENT } from './acme-error.ts'

export interface AcmeResponse {
  status: number
  headers: NodeJS.Dict<string | string[]>
  body: string
}

export interface AcmeHttpOptions {
  /** PEM of the authority's own certificate, in addition to those of the system. */
  ca: string | undefined
  /** Whether the authority may have a private address. */
  allowPrivate: boolean
}

export type AcmeHttp = (method: 'GET' | 'HEAD' | 'POST', url: string, body?: string) => Promise<AcmeResponse>

const TIMEOUT_MS = 15_000
const MAX_BYTES = 262_144
/** System calls that fail before a request is sent. */
const connecting = new Set(['connect', 'getaddrinfo'])

/** Sends single requests to a certificate authority, without redirects, and reads short responses only. */
export const createAcmeHttp = ({ ca, allowPrivate }: AcmeHttpOptions): AcmeHttp => {
  // The operator chose the authority, so its name may be one that only this machine knows.
  const networks = allowPrivate ? ['0.0.0.0/0', '::/0'] : []
  const { agents } = createOutgoing({ allowed: { networks, hosts: [] }, resolveHost: resolveBySystem })
  return (method, url, body) =>
    new Promise((resolve, reject) => {
      const fail = (error: NodeJS.ErrnoException) =>
        reject(
          new AcmeError(
            `The certificate authority cannot be reached: ${error.message}`,
            error instanceof OutgoingFailure || connecting.has(error.syscall ?? '') ? { type: NOT_SENT } : {},
          ),
        )
      let target: URL
      try {
        target = new URL(url)
        if (target.protocol !== 'https:') throw new Error('its address does not begin with https://')
      } catch (error) {
        return fail(error instanceof Error ? error : new Error(String(error)))
      }
      const headers = {
        'user-agent': 'Longshore',
        ...(body !== undefined && { 'content-type': 'application/jose+json' }),
      }
      const sent = requestOverTls(
        target,
        {
          agent: agents.https,
          ...(ca !== undefined && { ca }),
          method,
          headers,
          signal: AbortSignal.timeout(TIMEOUT_MS),
        },
        (response) => {
          const parts: Buffer[] = []
          let length = 0
          response.on('data', (part: Buffer) => {
            length += part.length
            if (length > MAX_BYTES) sent.destroy(new Error('its response is too long'))
            else parts.push(part)
          })
          response.on('error', fail)
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: Buffer.concat(parts).toString(),
            }),
          )
        },
      )
      sent.on('error', (error) =>
        fail(
          error.name === 'AbortError' || error.name === 'TimeoutError' ? new Error('it did not answer in time') : error,
        ),
      )
      sent.end(body)
    })
}
