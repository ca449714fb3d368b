import { type ClientRequest, type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import type { Socket } from 'node:net'
import type { CheckedAgents } from './checked-agents.ts'
import { describeFailure } from './describe-failure.ts'
import { OutgoingFailure } from './outgoing-failure.ts'
import type { OutgoingLimits, OutgoingResponse } from './outgoing-request.ts'

export interface SingleRequest {
  url: URL
  method: string
  headers: Readonly<Record<string, string>>
  body: string | Uint8Array | undefined
  limits: OutgoingLimits
  agents: CheckedAgents
  ca: string | undefined
  /** Aborts with an `OutgoingFailure` as its reason. */
  signal: AbortSignal
}

/** Sends one request, without redirects, and resolves once its body has ended or reached the limit. */
export async function sendOnce(single: SingleRequest): Promise<OutgoingResponse> {
  const { url, limits, signal } = single
  signal.throwIfAborted()
  const request = open(single)
  const fail = (failure: unknown) => request.destroy(failure instanceof Error ? failure : new Error(String(failure)))
  const onAbort = () => fail(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  const deadline = createDeadline((text) => fail(new OutgoingFailure('timedOut', text)))
  try {
    deadline.set(limits.connectMs, 'No connection was made in time.')
    onceConnected(request, () => deadline.set(limits.headersMs, 'The server did not answer in time.'))
    const response = await responseOf(request, single.body)
    deadline.clear()
    const { body, isCut } = await bodyOf(response, limits.bodyBytes, signal)
    return { status: response.statusCode ?? 0, headers: response.headers, body, isCut, url: url.href }
  } catch (error) {
    throw signal.aborted ? signal.reason : describeFailure(error)
  } finally {
    deadline.clear()
    signal.removeEventListener('abort', onAbort)
  }
}

function open({ url, method, headers, body, limits, agents, ca }: SingleRequest): ClientRequest {
  const isSecure = url.protocol === 'https:'
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  return (isSecure ? requestSecure : requestPlain)(url, {
    method,
    headers: { 'user-agent': 'Longshore', accept: '*/*', 'accept-encoding': 'identity', ...headers, ...length },
    agent: isSecure ? agents.https : agents.http,
    maxHeaderSize: limits.headerBytes,
    ...(ca !== undefined && { ca }),
  })
}

function responseOf(request: ClientRequest, body: string | Uint8Array | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve)
    // A server may answer and close before it has read the whole body: the error after the response is not one.
    request.on('error', reject)
    request.once('upgrade', (_response, socket: Socket) => {
      socket.destroy()
      reject(new OutgoingFailure('invalidResponse', 'The server answered with another protocol.'))
    })
    request.end(body)
  })
}

/**
 * Reads at most `limit` bytes; the rest is never received. A body that breaks off is cut as well: the status has told
 * the result, and repeating a request that was accepted would do it twice.
 */
async function bodyOf(
  response: IncomingMessage,
  limit: number,
  signal: AbortSignal,
): Promise<{ body: Buffer; isCut: boolean }> {
  const parts: Buffer[] = []
  let length = 0
  let isBroken = false
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      parts.push(part)
      length += part.length
      if (length > limit) break // Leaving the loop destroys the connection.
    }
  } catch (error) {
    if (signal.aborted && !(signal.reason instanceof OutgoingFailure)) throw error
    isBroken = true
  }
  const body = Buffer.concat(parts)
  return { body: body.subarray(0, limit), isCut: isBroken || body.length > limit }
}

function onceConnected(request: ClientRequest, connected: () => void): void {
  request.once('socket', (socket) => {
    if (!socket.connecting) return connected()
    socket.once('encrypted' in socket ? 'secureConnect' : 'connect', connected)
  })
}

function createDeadline(expired: (text: string) => void) {
  let timer: NodeJS.Timeout | undefined
  return {
    set(ms: number, text: string) {
      clearTimeout(timer)
      timer = setTimeout(expired, ms, text)
    },
    clear: () => clearTimeout(timer),
  }
}
