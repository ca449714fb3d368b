import type { Socket } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import { type CheckedAgents, createCheckedAgents } from './checked-agents.ts'
import { followRedirect, type Step } from './follow-redirect.ts'
import { openConnection } from './open-connection.ts'
import { OutgoingFailure } from './outgoing-failure.ts'
import { defaultLimits, type OutgoingRequest, type OutgoingResponse } from './outgoing-request.ts'
import type { AllowedDestinations } from './outgoing-settings.ts'
import { outgoingUrl } from './outgoing-url.ts'
import { createPermittedAddresses, type PermittedAddresses } from './permitted-addresses.ts'
import type { ResolveHost } from './resolve-host.ts'
import { sendOnce } from './send-once.ts'

export interface ConnectionTarget {
  host: string
  port: number
  /** For a connection with TLS. */
  tls?: Pick<ConnectionOptions, 'ca' | 'servername' | 'minVersion'>
  timeoutMs: number
}

/** The one way to addresses that users choose. */
export interface Outgoing {
  /** Rejects with an `OutgoingFailure`, whose message is for the user. Any status is a response. */
  request(request: OutgoingRequest): Promise<OutgoingResponse>
  /** Opens a TCP or TLS connection, for protocols other than HTTP. Rejects with an `OutgoingFailure`. */
  connect(target: ConnectionTarget): Promise<Socket>
  /** For libraries with a client of their own; connections are kept. They fail with `AddressNotPermitted`. */
  agents: CheckedAgents
  permittedAddresses: PermittedAddresses
  /** Closes kept connections. */
  stop(): void
}

export interface OutgoingOptions {
  allowed: AllowedDestinations
  resolveHost?: ResolveHost
}

export function createOutgoing({ allowed, resolveHost }: OutgoingOptions): Outgoing {
  const permittedAddresses = createPermittedAddresses(allowed, resolveHost)
  const kept = createCheckedAgents(permittedAddresses, { keepAlive: true })
  const single = createCheckedAgents(permittedAddresses, { keepAlive: false })
  return {
    agents: kept,
    permittedAddresses,
    request: (request) => send(request, request.keepAlive ? kept : single),
    connect: (target) => openConnection(target, permittedAddresses),
    stop() {
      for (const agent of [kept.http, kept.https, single.http, single.https]) agent.destroy()
    },
  }
}

async function send(request: OutgoingRequest, agents: CheckedAgents): Promise<OutgoingResponse> {
  const { method = 'GET', headers = {}, secretHeaders = {}, body, ca } = request
  const limits = { ...defaultLimits, ...request.limits }
  const abort = new AbortController()
  const onAbort = () => abort.abort(request.signal?.reason)
  request.signal?.addEventListener('abort', onAbort, { once: true })
  if (request.signal?.aborted) onAbort()
  const timer = setTimeout(() => abort.abort(overdue(limits.totalMs)), limits.totalMs)
  try {
    let step: Step = { url: outgoingUrl(request.url), method, body }
    const { origin } = step.url
    for (let redirects = 0; ; redirects += 1) {
      const secrets = step.url.origin === origin ? secretHeaders : {}
      const response = await sendOnce({
        ...step,
        headers: { ...headers, ...secrets },
        limits,
        agents,
        ca,
        signal: abort.signal,
      })
      const next = limits.redirects > 0 ? followRedirect(response, step) : undefined
      if (!next) return response
      if (redirects === limits.redirects)
        throw new OutgoingFailure('rejected', `The server redirects more than ${limits.redirects} times.`)
      step = next
    }
  } finally {
    clearTimeout(timer)
    request.signal?.removeEventListener('abort', onAbort)
  }
}

const overdue = (ms: number) =>
  new OutgoingFailure('timedOut', `The response was not complete after ${Math.round(ms / 1000)} seconds.`)
