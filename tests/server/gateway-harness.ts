import { mkdtempSync, rmSync } from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { connectGateway } from '../../server/gateway/control/gateway-link.ts'
import { createRouteFeed, type RouteFeed } from '../../server/gateway/control/route-feed.ts'
import { socketPaths } from '../../server/gateway/driver/socket-paths.ts'
import { gatewaySettingsFrom } from '../../server/gateway/process/gateway-settings.ts'
import { startGateway } from '../../server/gateway/process/start-gateway.ts'
import { startRouteSource } from '../../server/gateway/routes/route-source.ts'
import { openHttpServer } from '../../server/http/listener/http-server.ts'
import type { ComputeHarness } from './compute-harness.ts'

export interface GatewayResponse {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

export interface GatewayHarness {
  port: number
  routes: RouteFeed
  /** The number of requests that were not for the gateway. */
  passed(): number
  get(
    host: string,
    options?: { path?: string; method?: string; headers?: Record<string, string>; body?: string },
  ): Promise<GatewayResponse>
  close(): Promise<void>
}

/** Starts both halves of the gateway in this process, in front of a server that counts the requests it passes on. */
export async function gatewayHarness(
  { store }: Pick<ComputeHarness, 'store'>,
  trustProxy: string[] = [],
): Promise<GatewayHarness> {
  let passed = 0
  const folder = mkdtempSync(join(tmpdir(), 'longshore-gateway-'))
  const sockets = socketPaths(folder)
  const config = { mode: 'production', publicUrl: 'https://console.test' } as const
  const httpServer = await openHttpServer({ socketPath: sockets.consoleSocket, config })
  httpServer.serve((_request, response) => {
    passed += 1
    response.end('the control plane')
  })
  httpServer.guard()
  const settings = gatewaySettingsFrom(
    { ...config, host: '127.0.0.1', port: 0, instancesUrl: 'http://localhost:4600', trustProxy },
    sockets,
    'a version',
  )
  const gateway = await startGateway(settings, () => undefined)
  const link = await connectGateway(sockets.controlSocket)
  if (!link) throw new Error('The gateway does not take commands')
  const routes = createRouteFeed()
  routes.connect(link)
  const loaded = Promise.withResolvers<void>()
  const stopSource = startRouteSource({
    store,
    log: pino({ level: 'silent' }),
    onAll: (all) => {
      routes.replaceAll(all)
      loaded.resolve()
    },
    onChange: routes.change,
  })
  await loaded.promise
  const { port } = link.hello

  return {
    port,
    routes,
    passed: () => passed,
    get: (host, { path = '/', method = 'GET', headers = {}, body } = {}) =>
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
      }),
    async close() {
      stopSource()
      link.close()
      await gateway.stop(0)
      await httpServer.close(0)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
