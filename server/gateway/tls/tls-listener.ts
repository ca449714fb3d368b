import type { Server as HttpServer } from 'node:http'
import type { Http2Server, ServerHttp2Session } from 'node:http2'
import { createServer as createNetServer, type Server, type Socket } from 'node:net'
import { createSecureContext, createServer, type SecureContext, type TLSSocket } from 'node:tls'
import { isIncompleteRecord, readClientHello } from './client-hello.ts'

export interface TlsListenerOptions {
  http1: HttpServer
  http2: Http2Server
  /** Undefined for a name without a certificate. */
  contextOf(serverName: string): SecureContext | undefined
}

export interface ChallengeCertificate {
  name: string
  certificate: string
  key: string
}

export interface TlsListener {
  readonly server: Server
  /** Answers TLS-ALPN-01 challenges with these certificates, in place of the former ones. */
  setChallenges(challenges: readonly ChallengeCertificate[]): void
  /** Takes no more connections and closes the idle ones. */
  close(): void
  closeAllConnections(): void
}

const HANDSHAKE_MS = 10_000
const CHALLENGE_PROTOCOL = 'acme-tls/1'

/**
 * Ends TLS by the certificate of the name that a client asks for. A client that asks for no name, or an unknown one, gets
 * the alert `handshake_failure`: there is no default certificate that would name a stranger. Nothing is stapled.
 */
export function createTlsListener({ http1, http2, contextOf }: TlsListenerOptions): TlsListener {
  const challenges = new Map<string, SecureContext>()
  const sockets = new Set<Socket>()
  const sessions = new Set<ServerHttp2Session>()
  http2.on('session', (session) => {
    sessions.add(session)
    session.once('close', () => sessions.delete(session))
  })

  const visitors = createServer({
    ALPNProtocols: ['h2', 'http/1.1'],
    minVersion: 'TLSv1.2',
    handshakeTimeout: HANDSHAKE_MS,
    SNICallback: (name, done) =>
      done(
        null,
        safely(() => contextOf(name.toLowerCase())),
      ),
  })
  visitors.on('secureConnection', (socket: TLSSocket) => {
    if (socket.alpnProtocol === 'h2') http2.emit('connection', socket)
    else http1.emit('connection', socket)
  })

  /** The authority looks at the certificate only. */
  const authority = createServer({
    ALPNProtocols: [CHALLENGE_PROTOCOL],
    handshakeTimeout: HANDSHAKE_MS,
    SNICallback: (name, done) => done(null, challenges.get(name.toLowerCase())),
  })
  authority.on('secureConnection', (socket) => socket.end())
  // Scanners end handshakes all the time.
  for (const each of [visitors, authority]) each.on('tlsClientError', () => undefined)

  const server = createNetServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    if (challenges.size === 0) return void visitors.emit('connection', socket)
    // Node tells the protocols of a client only after it has chosen a certificate.
    const limit = setTimeout(() => socket.destroy(), HANDSHAKE_MS)
    socket.once('close', () => clearTimeout(limit))
    let first = Buffer.alloc(0)
    socket.on('data', function onData(part: Buffer) {
      first = Buffer.concat([first, part])
      if (isIncompleteRecord(first)) return
      clearTimeout(limit)
      socket.off('data', onData)
      socket.pause()
      socket.unshift(first)
      const isChallenge = readClientHello(first)?.protocols.includes(CHALLENGE_PROTOCOL) === true
      ;(isChallenge ? authority : visitors).emit('connection', socket)
    })
  })

  // Node closes connections that do not finish their headers only while a server listens, and this one never does itself.
  server.on('listening', () => http1.emit('listening'))

  return {
    server,
    setChallenges(given) {
      challenges.clear()
      for (const { name, certificate, key } of given)
        challenges.set(name, createSecureContext({ cert: certificate, key }))
    },
    close() {
      server.close()
      http1.close()
      http2.close()
    },
    closeAllConnections() {
      for (const session of sessions) session.destroy()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** A certificate that cannot be used is refused like an unknown name. */
function safely(find: () => SecureContext | undefined): SecureContext | undefined {
  try {
    return find()
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error))
    return undefined
  }
}
