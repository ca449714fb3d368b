import { Agent, createServer, request as httpRequest } from 'node:http'
import { pipeline } from 'node:stream'

/** The baseline: a proxy on Node's own HTTP client, with one instance and no route table. */
const agent = new Agent({ keepAlive: true, maxFreeSockets: 32, timeout: 60_000 })
const targetPort = Number(process.env.TARGET_PORT)
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

const endToEnd = (headers: NodeJS.Dict<string | string[]>) =>
  Object.fromEntries(Object.entries(headers).filter(([name, value]) => value !== undefined && !hopByHop.has(name)))

const server = createServer((request, response) => {
  const onward = httpRequest({
    host: '127.0.0.1',
    port: targetPort,
    method: request.method,
    path: request.url,
    headers: {
      ...endToEnd(request.headers),
      'x-forwarded-for': request.socket.remoteAddress,
      'x-forwarded-host': request.headers.host,
      'x-forwarded-proto': 'http',
    },
    agent,
    setHost: false,
    timeout: 300_000,
  })
  onward.on('response', (upstreamResponse) => {
    response.writeHead(
      upstreamResponse.statusCode ?? 502,
      upstreamResponse.statusMessage,
      endToEnd(upstreamResponse.headers),
    )
    pipeline(upstreamResponse, response, () => {})
  })
  onward.on('error', () => response.destroy())
  response.on('close', () => {
    if (!response.writableFinished) onward.destroy()
  })
  request.pipe(onward)
})
server.listen(Number(process.env.PORT), '127.0.0.1', () =>
  process.stdout.write('Longshore is ready (baseline proxy)\n'),
)
process.once('SIGTERM', () => process.exit(0))
