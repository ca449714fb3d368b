import { mkdtempSync, rmSync } from 'node:fs'
import { type IncomingHttpHeaders, type RequestListener, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectGateway, type GatewayLink } from '../../server/gateway/control/gateway-link.ts'
import { createRouteFeed, type RouteFeed } from '../../server/gateway/control/route-feed.ts'
import { socketPaths } from '../../server/gateway/driver/socket-paths.ts'
import { type GatewaySettings, gatewaySettingsFrom } from '../../server/gateway/process/gateway-settings.ts'
import { startGateway } from '../../server/gateway/process/start-gateway.ts'
import { type HttpServer, openHttpServer } from '../../server/http/listener/http-server.ts'

export interface GatewayResponse {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

export interface RequestOptions {
  path?: string
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** Both halves of the gateway in this process, and a console behind it. */
export interface RoutedGateway {
  readonly port: number
  readonly httpPort: number
  readonly httpsPort: number
  readonly link: GatewayLink
  readonly routes: RouteFeed
  /** Starts the server behind the gateway. */
  openConsole(listener: RequestListener): Promise<HttpServer>
  /** On the public port unless another one is given. */
  get(host: string, options?: RequestOptions, at?: number): Promise<GatewayResponse>
  /** Ends the gateway without a grace period, and starts another on the same port. */
  restart(): Promise<void>
  close(): Promise<void>
}

const config = { mode: 'production', publicUrl: 'https://console.test' } as const

export async function routedGateway(
  trustProxy: string[] = [],
  domains: { httpPort: number | null; httpsPort: number | null } = { httpPort: null, httpsPort: null },
  holdMs = 55_000,
): Promise<RoutedGateway> {
  const folder = mkdtempSync(join(tmpdir(), 'longshore-gateway-'))
  const sockets = socketPaths(folder)
  const routes = createRouteFeed()
  const settings = gatewaySettingsFrom(
    { ...config, host: '127.0.0.1', port: 0, instancesUrl: 'http://localhost:4600', trustProxy, domains, holdMs },
    sockets,
    'a version',
  )
  const start = async (given: GatewaySettings) => {
    const gateway = await startGateway(given, () => undefined)
    const link = await connectGateway(sockets.controlSocket)
    if (!link) throw new Error('The gateway takes no commands')
    routes.connect(link)
    return { gateway, link }
  }
  let running: Awaited<ReturnType<typeof start>> = await start(settings)
  const { port } = running.link.hello
  const stop = async (link: GatewayLink = running.link) => {
    link.close()
    await running.gateway.stop(0)
  }
  let consoleServer: HttpServer | undefined

  return {
    port,
    httpPort: running.link.hello.httpPort ?? 0,
    httpsPort: running.link.hello.httpsPort ?? 0,
    get link() {
      return running.link
    },
    routes,
    async openConsole(listener) {
      consoleServer = await openHttpServer({ socketPath: sockets.consoleSocket, config })
      consoleServer.serve(listener)
      return consoleServer
    },
    get: (host, options, at = port) => getFrom(at, host, options),
    async restart() {
      await stop()
      running = await start({ ...settings, port })
    },
    async close() {
      await stop()
      await consoleServer?.close(0)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const getFrom = (
  port: number,
  host: string,
  { path = '/', method = 'GET', headers = {}, body }: RequestOptions = {},
): Promise<GatewayResponse> =>
  new Promise((resolve, reject) => {
    const clientRequest = request(
      { host: '127.0.0.1', port, path, method, headers: { host, ...headers } },
      (clientResponse) => {
        const parts: Buffer[] = []
        clientResponse.on('data', (part: Buffer) => parts.push(part))
        clientResponse.on('error', reject)
        clientResponse.on('end', () =>
          resolve({
            status: clientResponse.statusCode ?? 0,
            headers: clientResponse.headers,
            body: Buffer.concat(parts).toString(),
          }),
        )
      },
    )
    clientRequest.on('error', reject)
    clientRequest.end(body)
  })
