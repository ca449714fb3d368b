import type { Server } from 'node:http'
import type { GuardedHandlers } from '../../http/listener/guard-requests.ts'
import { exposureOf } from '../../sandbox/loopback.ts'
import type { CertificateStore } from '../certificates/certificate-store.ts'
import { unknownHost } from '../pages/error-pages.ts'
import { sendPage } from '../pages/page.ts'
import type { RouteTable } from '../routes/route-table.ts'
import { createHttp2Server } from '../tls/http2-server.ts'
import { type ChallengeCertificate, createTlsListener } from '../tls/tls-listener.ts'
import type { GatewaySettings } from './gateway-settings.ts'
import { createPublicServer, listenOn } from './public-listener.ts'

export interface ListenersOptions {
  settings: GatewaySettings
  table: RouteTable
  certificates: CertificateStore
  everything: GuardedHandlers
  domains: GuardedHandlers
}

export interface Listeners {
  readonly port: number
  readonly httpPort: number | null
  readonly httpsPort: number | null
  setChallenges(challenges: readonly ChallengeCertificate[]): void
  close(): void
  closeAllConnections(): void
}

/** Opens the public port and the additional ones. Rejects with a `ListenError`, and leaves none of them open. */
export async function openListeners(options: ListenersOptions): Promise<Listeners> {
  const { settings, everything, domains } = options
  const { host } = settings
  const main = createPublicServer(settings, everything)
  const http = settings.httpPort === null ? null : createPublicServer(settings, domains)
  const https = settings.httpsPort === null ? null : createTls(options)
  const close = () => {
    main.close()
    http?.close()
    https?.listener.close()
  }
  try {
    return {
      port: await listenOn(main, host, settings.port, 'PORT'),
      httpPort: http && (await listenOn(http, host, settings.httpPort ?? 0, 'LONGSHORE_HTTP_PORT')),
      httpsPort:
        https && (await listenOn(https.listener.server, host, settings.httpsPort ?? 0, 'LONGSHORE_HTTPS_PORT')),
      setChallenges: (challenges) => https?.listener.setChallenges(challenges),
      close,
      closeAllConnections() {
        main.closeAllConnections()
        http?.closeAllConnections()
        https?.listener.closeAllConnections()
      },
    }
  } catch (error) {
    close()
    throw error
  }
}

function createTls({ settings, table, certificates, domains }: ListenersOptions) {
  const http1: Server = createPublicServer(settings, domains)
  // In HTTP/1.1 the server itself rejects requests from other machines.
  const http2 = createHttp2Server((request, response) => {
    if (settings.mode === 'sandbox' && exposureOf(request) !== null) sendPage(request, response, unknownHost)
    else domains.request(request, response)
  })
  const listener = createTlsListener({
    http1,
    http2,
    contextOf(serverName) {
      const domain = table.findDomain(serverName)
      return domain && certificates.contextOf(domain.id)
    },
  })
  return { listener }
}
