import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, request } from 'node:https'
import { type AddressInfo, createServer as createNetServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestAuthority } from './certificates.ts'
import { requirePrograms } from './required-programs.ts'
import { until } from './server/until.ts'

/** What the proxy before the authority does with a request. */
export type Failure = (received: { method: string; path: string }, response: ServerResponse) => 'forward' | 'handled'

export interface AcmeServer {
  /** Of the directory, through the proxy. */
  url: string
  /** A file with the certificate that the authority identifies with. */
  caFile: string
  /** Paths of the requests so far. */
  requests: string[]
  setFailure(failure: Failure | null): void
  stop(): Promise<void>
}

/** Starts a real certificate authority (Pebble) on loopback, behind a proxy that can fail. */
export async function startAcmeServer(options: {
  /** Ports at which it looks for the answers to challenges. */
  httpPort: number
  tlsPort: number
  /** The DNS server that it asks. */
  dns: string
}): Promise<AcmeServer> {
  requirePrograms()
  const folder = mkdtempSync(join(tmpdir(), 'longshore-acme-'))
  const authority = await createTestAuthority('Pebble')
  const own = await authority.issue(['localhost'])
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const [port, managementPort] = [await freePort(), await freePort()]
  const config = file(
    'pebble.json',
    JSON.stringify({
      pebble: {
        listenAddress: `127.0.0.1:${port}`,
        managementListenAddress: `127.0.0.1:${managementPort}`,
        certificate: file('cert.pem', own.chain),
        privateKey: file('key.pem', own.key),
        httpPort: options.httpPort,
        tlsPort: options.tlsPort,
        certificateValidityPeriod: 7_776_000,
      },
    }),
  )
  const pebble = spawn('pebble', ['-config', config, '-dnsserver', options.dns], {
    stdio: 'ignore',
    env: { ...process.env, PEBBLE_VA_NOSLEEP: '1', PEBBLE_AUTHZREUSE: '0' },
  })
  const ended = once(pebble, 'exit')
  const requests: string[] = []
  let failure: Failure | null = null

  function forward(received: IncomingMessage, response: ServerResponse): void {
    const { method = '', url = '' } = received
    requests.push(url)
    if (failure?.({ method, path: url }, response) === 'handled') return
    const onward = request(
      {
        host: '127.0.0.1',
        port,
        servername: 'localhost',
        ca: authority.root,
        method,
        path: url,
        headers: received.headers,
      },
      (onwardResponse) => {
        response.writeHead(onwardResponse.statusCode ?? 502, onwardResponse.headers)
        onwardResponse.pipe(response)
      },
    )
    onward.on('error', () => response.destroy())
    received.pipe(onward)
  }
  const proxy = createServer({ cert: own.chain, key: own.key }, forward)
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const url = `https://localhost:${(proxy.address() as AddressInfo).port}/dir`
  await until(
    () =>
      new Promise<boolean>((resolve) => {
        const sent = request(url, { ca: authority.root }, (response) => {
          response.resume()
          resolve(response.statusCode === 200)
        })
        sent.on('error', () => resolve(false))
        sent.end()
      }),
    20_000,
  )
  return {
    url,
    caFile: file('root.pem', authority.root),
    requests,
    setFailure(given) {
      failure = given
    },
    async stop() {
      proxy.closeAllConnections()
      proxy.close()
      pebble.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function freePort(): Promise<number> {
  const server = createNetServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise<void>((resolve) => server.close(() => resolve()))
  return port
}
