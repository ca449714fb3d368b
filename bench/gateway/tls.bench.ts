import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import autocannon from 'autocannon'
import type { RouteDomain } from '../../server/gateway/routes/route.ts'
import { createTestAuthority } from '../../tests/certificates.ts'
import { startNginx, startStaticNginx } from '../../tests/reverse-proxies.ts'
import { median, quantile } from '../support/figures.ts'
import { processorMicros, residentBytes } from '../support/process-usage.ts'
import { perSecond, print } from '../support/ratio.ts'
import { startBenchGateway } from './bench-gateway.ts'

/** TLS 1.3 with P-256 and without resumption, against nginx with one worker; and a store of 10,000 certificates. */
const ROUNDS = 5
const HANDSHAKES = 500
const AT_ONCE = 16
const SECONDS = 2
const CONNECTIONS = 50
const DOMAINS = 10_000
const COLD = 500
const IN_MESSAGE = 50
const nameOf = (at: number): string => `shop-${at}.bench.test`
const domainOf = (name: string): RouteDomain => ({
  id: name,
  name,
  containerPort: null,
  redirects: true,
  hstsSeconds: 0,
  servesChallenges: false,
})

interface Target {
  name: 'gateway' | 'nginx'
  port: number
  pid: number
}

const handshake = (port: number, servername: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const socket = connect(
      {
        host: '127.0.0.1',
        port,
        servername,
        rejectUnauthorized: false,
        minVersion: 'TLSv1.3',
        ALPNProtocols: ['http/1.1'],
      },
      () => {
        resolve(performance.now() - startedAt)
        socket.destroy()
      },
    )
    socket.on('error', reject)
  })

/** Returns the processor time of the server for a handshake, which a client that is slower than it does not change. */
const handshakes = async ({ port, pid }: Target): Promise<number> => {
  const before = processorMicros(pid)
  let left = HANDSHAKES
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) await handshake(port, nameOf(0))
    }),
  )
  return (processorMicros(pid) - before) / HANDSHAKES
}

const requests = async ({ name, port }: Target): Promise<number> => {
  const tlsOptions = { rejectUnauthorized: false, servername: nameOf(0) }
  const run = await autocannon({
    url: `https://127.0.0.1:${port}`,
    headers: { host: nameOf(0) },
    connections: CONNECTIONS,
    duration: SECONDS,
    servername: nameOf(0),
    tlsOptions,
  } as never)
  if (run.non2xx > 0 || run.errors > 0) throw new Error(`${name}: ${run.non2xx} rejected, ${run.errors} failed`)
  return run.requests.total / run.duration
}

const stops: (() => Promise<void>)[] = []
const started = <T extends { stop(): Promise<void> }>(program: T): T => {
  stops.push(program.stop)
  return program
}
const folder = mkdtempSync(join(tmpdir(), 'longshore-tls-'))
try {
  const authority = await createTestAuthority()
  const own = await authority.issue([nameOf(0)])
  const files = { certificate: join(folder, 'certificate'), key: join(folder, 'key') }
  writeFileSync(files.certificate, own.chain)
  writeFileSync(files.key, own.key)
  const { port: hostPort } = started(await startStaticNginx('x'.repeat(1024)))
  const gateway = started(
    await startBenchGateway(
      hostPort,
      Array.from({ length: DOMAINS }, (_, at) => domainOf(nameOf(at))),
    ),
  )
  const nginx = started(await startNginx(hostPort, undefined, files))
  gateway.sendCertificates([{ domainId: nameOf(0), ...own }], true, true)
  const targets: Target[] = [
    { name: 'gateway', port: gateway.httpsPort, pid: gateway.pid },
    { name: 'nginx', port: nginx.port, pid: nginx.pid },
  ]
  const rounds: Record<Target['name'], { micros: number; rate: number }>[] = []
  for (let round = -1; round < ROUNDS; round += 1) {
    const measured = { gateway: { micros: 0, rate: 0 }, nginx: { micros: 0, rate: 0 } }
    for (const target of round % 2 === 0 ? targets : targets.toReversed())
      measured[target.name] = { micros: await handshakes(target), rate: await requests(target) }
    if (round >= 0) rounds.push(measured)
  }
  const all = (name: Target['name'], part: 'micros' | 'rate') => rounds.map((round) => round[name][part])
  const ofNginx = (part: 'micros' | 'rate') => median(rounds.map((round) => round.gateway[part] / round.nginx[part]))
  const perCore = (name: Target['name']) => perSecond(1_000_000 / median(all(name, 'micros')))

  const before = residentBytes(gateway.pid)
  const many = await Promise.all(
    Array.from({ length: DOMAINS }, async (_, at) => ({
      domainId: nameOf(at),
      ...(await authority.issue([nameOf(at)])),
    })),
  )
  for (let from = 0; from < DOMAINS; from += IN_MESSAGE)
    gateway.sendCertificates(many.slice(from, from + IN_MESSAGE), from === 0, from + IN_MESSAGE >= DOMAINS)
  // The last certificate has arrived when it is served.
  for (let isServed = false; !isServed; )
    isServed = await handshake(gateway.httpsPort, nameOf(DOMAINS - 1)).then(
      () => true,
      () => false,
    )
  const cold: number[] = []
  for (let at = 1; at <= COLD; at += 1) cold.push(await handshake(gateway.httpsPort, nameOf(at * 7)))
  const after = residentBytes(gateway.pid)
  const growthMb = (after - before) / 1_048_576
  const coldP99 = quantile(cold, 0.99)

  print(`TLS: 1.3, P-256, no resumption, medians of ${ROUNDS} rounds`, [
    {
      what: 'handshakes a second and processor, against nginx with one worker',
      ours: perCore('gateway'),
      baseline: perCore('nginx'),
      ratio: 1 / ofNginx('micros'),
      bar: { atLeast: 0.4 },
    },
    {
      what: 'requests over kept connections, against nginx with one worker',
      ours: perSecond(median(all('gateway', 'rate'))),
      baseline: perSecond(median(all('nginx', 'rate'))),
      ratio: ofNginx('rate'),
      bar: { atLeast: 0.5 },
    },
    {
      what: `memory of ${DOMAINS} certificates, against the limit of 60 MB`,
      ours: `${growthMb.toFixed(1)} MB`,
      baseline: '60 MB',
      ratio: growthMb / 60,
      bar: { atMost: 1 },
    },
    {
      what: 'p99 of a handshake with a certificate that was not used before, against the limit of 20 ms',
      ours: `${coldP99.toFixed(1)} ms`,
      baseline: '20 ms',
      ratio: coldP99 / 20,
      bar: { atMost: 1 },
    },
  ])
} finally {
  for (const stop of stops.reverse()) await stop()
  rmSync(folder, { recursive: true, force: true })
}
