import { type IncomingHttpHeaders, request } from 'node:http'
import { pino } from 'pino'
import { createGateway } from '../../server/gateway/gateway.ts'
import { openHttpServer } from '../../server/http/http-server.ts'
import type { ComputeHarness } from './compute-harness.ts'

export interface GatewayResponse {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

export interface GatewayHarness {
  port: number
  /** The number of requests that were not for the gateway. */
  passed(): number
  get(
    host: string,
    options?: { path?: string; method?: string; headers?: Record<string, string>; body?: string },
  ): Promise<GatewayResponse>
  close(): Promise<void>
}

/** Starts the gateway on its port, in front of a server that counts the requests it passes on. */
export async function gatewayHarness({ store }: ComputeHarness, trustProxy: string[] = []): Promise<GatewayHarness> {
  let passed = 0
  const gateway = createGateway({
    config: { instancesUrl: 'http://localhost:4600', trustProxy },
    store,
    log: pino({ level: 'silent' }),
  })
  gateway.start()
  const httpServer = await openHttpServer({
    host: '127.0.0.1',
    port: 0,
    mode: 'production',
    publicUrl: 'https://console.test',
  })
  httpServer.serve((_request, response) => {
    passed += 1
    response.end('the control plane')
  })
  httpServer.handleFirst(gateway)
  const { port } = httpServer

  return {
    port,
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
      gateway.stop()
      await httpServer.close(0)
    },
  }
}
