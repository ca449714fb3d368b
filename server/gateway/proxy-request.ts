import {
  type Agent,
  request as ask,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http'
import { pipeline } from 'node:stream'
import { endToEnd, pathOf } from './forwarded-headers.ts'

export interface Proxied {
  hostPort: number
  headers: OutgoingHttpHeaders
  agent: Agent
  /** Called when the instance does not answer and nothing was sent yet. */
  onUnanswered: (error: NodeJS.ErrnoException) => void
}

/** Longer silence in either direction ends the connection. */
const SILENCE_MS = 5 * 60_000
const repeatable = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Passes one request on and its answer back, both as they come. */
export function proxyRequest(
  request: IncomingMessage,
  response: ServerResponse,
  proxied: Proxied,
  isSecondTry = false,
): void {
  const { hostPort, headers, agent, onUnanswered } = proxied
  const onward = ask({
    host: '127.0.0.1',
    port: hostPort,
    method: request.method,
    path: pathOf(request.url),
    headers: definedOnly(headers),
    agent,
    setHost: false,
    timeout: SILENCE_MS,
  })
  let isAnswered = false

  onward.on('response', (answer) => {
    isAnswered = true
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, endToEnd(answer.headers))
    pipeline(answer, response, () => {})
  })
  onward.on('timeout', () => onward.destroy(new Error('The instance was silent for too long')))
  onward.on('error', (error: NodeJS.ErrnoException) => {
    if (response.destroyed) return
    if (isAnswered || response.headersSent) return void response.destroy()
    // An idle connection that the instance has just closed says nothing about the instance.
    const wasStale =
      onward.reusedSocket && !isSecondTry && repeatable.has(request.method ?? '') && request.readableEnded
    if (wasStale) proxyRequest(request, response, proxied, true)
    else onUnanswered(error)
  })
  response.on('close', () => {
    if (!response.writableFinished) onward.destroy()
  })
  if (request.readableEnded) onward.end()
  else request.pipe(onward)
}

const definedOnly = (headers: OutgoingHttpHeaders): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined))
