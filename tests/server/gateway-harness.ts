import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { createGateway } from '../../server/gateway/gateway.ts'
import type { ComputeHarness } from './compute-harness.ts'

export interface GatewayAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

export interface GatewayHarness {
  port: number
  /** How many requests were not for the gateway. */
  passed(): number
  get(
    host: string,
    options?: { path?: string; method?: string; headers?: Record<string, string>; body?: string },
  ): Promise<GatewayAnswer>
  close(): Promise<void>
}

/** The gateway in front of a server that counts what is left for others. */
export async function gatewayHarness({ store }: ComputeHarness): Promise<GatewayHarness> {
  let passed = 0
  const gateway = createGateway({
    config: { instancesUrl: 'http://localhost:4600', trustProxy: [] },
    store,
    log: pino({ level: 'silent' }),
  })
  gateway.start()
  const server: Server = createServer((asked, response) => {
    if (gateway.matches(asked.headers.host)) return gateway.handle(asked, response)
    passed += 1
    response.end('the control plane')
  })
  server.on('upgrade', (asked, socket, head) => {
    if (gateway.matches(asked.headers.host)) gateway.upgrade(asked, socket, head)
    else socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    port,
    passed: () => passed,
    get: (host, { path = '/', method = 'GET', headers = {}, body } = {}) =>
      new Promise((resolve, reject) => {
        const asked = request({ host: '127.0.0.1', port, path, method, headers: { host, ...headers } }, (answer) => {
          const parts: Buffer[] = []
          answer.on('data', (part: Buffer) => parts.push(part))
          answer.on('error', reject)
          answer.on('end', () =>
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts).toString() }),
          )
        })
        asked.on('error', reject)
        asked.end(body)
      }),
    async close() {
      gateway.stop()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
