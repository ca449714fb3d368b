import type { IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Target } from '../../routes/route.ts'
import { sendBody } from './request-body.ts'
import type { ResponseHead } from './response-head.ts'
import { createResponseParser, type ResponseHandler } from './response-parser.ts'
import { UpstreamError } from './upstream-error.ts'

export interface UpstreamRequest {
  method: string
  /** The request line and all headers, with the empty line. */
  head: string
  /** Sent with its own length, or in chunks where `isChunked`. */
  body: IncomingMessage | null
  isChunked: boolean
  /** Called with the size of each part of the body that is sent. */
  onBodyBytes: (count: number) => void
}

export interface ExchangeHandler extends Omit<ResponseHandler, 'onUpgrade'> {
  /** The instance accepted the connection: from now on the request counts as sent. */
  onSent(): void
  onError(error: UpstreamError): void
  /** The instance's connection, with the bytes after its head put back. */
  onUpgrade?: (head: ResponseHead, socket: Socket) => void
}

export interface UpstreamConnection {
  send(request: UpstreamRequest, handler: ExchangeHandler): void
  /** Stops reading the response, and goes on. */
  pause(): void
  resume(): void
  destroy(): void
}

export interface ConnectionOptions {
  target: Target
  /** For an upgrade the socket is a stream that can be handed over. */
  isForUpgrade: boolean
  /** The response has ended, and the instance keeps the connection open. */
  onIdle: (connection: UpstreamConnection, keepAliveMs: number) => void
  onClosed: (connection: UpstreamConnection) => void
}

const CONNECT_MS = 10_000
/** Timeout without data from the instance. */
const SILENCE_MS = 5 * 60_000
const UPGRADE_RESPONSE_MS = 30_000
/** All connections read into one buffer, one after the other; on Windows, reads are under way at the same time. */
const buffer = Buffer.allocUnsafeSlow(65_536)
const bufferOfEach = process.platform === 'win32' ? () => Buffer.allocUnsafeSlow(65_536) : buffer

/** Opens a connection to a target. It carries one request at a time. */
export function openConnection({ target, isForUpgrade, onIdle, onClosed }: ConnectionOptions): UpstreamConnection {
  const parser = createResponseParser()
  let exchange: ExchangeHandler | undefined
  let stopBody: (() => void) | undefined
  let keepAliveMs = 0
  let isConnected = false
  let wasReused = false
  let isPaused = false
  let isClosed = false

  const socket = connect({
    host: target.address,
    port: target.hostPort,
    noDelay: true,
    ...(isForUpgrade
      ? {}
      : {
          onread: {
            buffer: bufferOfEach,
            callback(length, bytes) {
              read(Buffer.from(bytes.buffer, bytes.byteOffset, length))
              return !isPaused
            },
          },
        }),
  })
  socket.setTimeout(CONNECT_MS)
  const listeners: [string, (given: unknown) => void][] = [
    ['connect', onConnect],
    ['timeout', onTimeout],
    ['error', close],
    ['end', onEnd],
    ['close', onSocketClose],
  ]
  for (const [event, listener] of listeners) socket.on(event, listener)
  if (isForUpgrade) socket.on('data', read)

  function onConnect(): void {
    isConnected = true
    socket.setTimeout(isForUpgrade ? UPGRADE_RESPONSE_MS : SILENCE_MS)
    onReady?.()
  }

  function onTimeout(): void {
    // While the visitor reads slowly, the instance cannot send.
    if (!isPaused) close(new Error('The instance did not send anything in time'))
  }

  function onEnd(): void {
    if (!parser.end()) close(new Error('The instance closed the connection'))
  }

  function onSocketClose(): void {
    close(new Error('The connection is closed'))
  }

  function close(error: unknown): void {
    if (isClosed) return
    isClosed = true
    const failed = exchange
    endExchange()
    socket.destroy()
    onClosed(connection)
    failed?.onError(new UpstreamError(error, { isConnectError: !isConnected, isEmpty: !parser.isStarted, wasReused }))
  }

  function endExchange(): void {
    exchange = undefined
    if (isPaused) connection.resume()
    stopBody?.()
    stopBody = undefined
  }

  function read(bytes: Buffer): void {
    try {
      parser.read(bytes)
    } catch (error) {
      close(error)
    }
  }

  const handler: ResponseHandler = {
    onHead(head) {
      keepAliveMs = head.framing.kind === 'untilClose' ? 0 : head.keepAliveMs
      exchange?.onHead(head)
    },
    onData: (bytes) => exchange?.onData(bytes),
    onEnd() {
      const ended = exchange
      // An instance that responds early may never read the rest of the body.
      const isBodyLeft = stopBody !== undefined
      endExchange()
      if (keepAliveMs === 0 || isBodyLeft || isClosed) connection.destroy()
      else onIdle(connection, keepAliveMs)
      ended?.onEnd()
    },
  }
  const upgradeHandler: ResponseHandler = { ...handler, onUpgrade: handOver }

  function handOver(head: ResponseHead, rest: Buffer): void {
    const accepted = exchange
    isClosed = true
    for (const [event, listener] of listeners) socket.off(event, listener)
    socket.off('data', read)
    socket.setTimeout(0)
    socket.pause()
    if (rest.length > 0) socket.unshift(rest)
    onClosed(connection)
    accepted?.onUpgrade?.(head, socket)
  }

  let onReady: (() => void) | undefined

  const connection: UpstreamConnection = {
    send({ method, head, body, isChunked, onBodyBytes }, by) {
      exchange = by
      wasReused = isConnected
      keepAliveMs = 0
      parser.expect(method, by.onUpgrade ? upgradeHandler : handler)
      socket.write(head, 'latin1')
      onReady = () => {
        onReady = undefined
        by.onSent()
        if (body && exchange === by)
          stopBody = sendBody(body, socket, { isChunked, onBytes: onBodyBytes, onEnd: () => (stopBody = undefined) })
      }
      if (isConnected) onReady()
    },

    pause() {
      isPaused = true
      socket.pause()
    },

    resume() {
      isPaused = false
      socket.resume()
    },

    destroy() {
      exchange = undefined
      close(undefined)
    },
  }
  return connection
}
