import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { startNginx, startStaticNginx } from '../../tests/reverse-proxies.ts'
import { startProgram } from '../support/control-plane.ts'
import { median, quantile } from '../support/figures.ts'
import { processorMicros } from '../support/process-usage.ts'
import { perSecond, print } from '../support/ratio.ts'
import { startBenchGateway } from './bench-gateway.ts'

/** Requests of 1 KiB through the gateway, nginx and the former proxy, to the same server; log off, connections kept. */
const ROUNDS = 9
const SECONDS = 2
const CONNECTIONS = 50
/** Requests per second for the latency comparison; every target can serve them. */
const STEADY_RATE = 400

interface Target {
  name: 'gateway' | 'nginx' | 'former proxy'
  url: string
  host: string
  pid: number
}

interface Measured {
  rate: number
  p99: number
  micros: number
}

const load = async ({ name, url, host, pid }: Target, overallRate?: number): Promise<Measured> => {
  const tookMs: number[] = []
  const before = processorMicros(pid)
  const run = autocannon({
    url,
    headers: { host },
    connections: CONNECTIONS,
    duration: SECONDS,
    ...(overallRate ? { overallRate } : {}),
  })
  run.on('response', (_client, _status, _bytes, took) => tookMs.push(took))
  const { requests, duration, non2xx, errors } = await run
  if (non2xx > 0 || errors > 0) throw new Error(`${name}: ${non2xx} rejected, ${errors} failed`)
  return {
    rate: requests.total / duration,
    p99: quantile(tookMs, 0.99),
    micros: (processorMicros(pid) - before) / requests.total,
  }
}

const stops: (() => Promise<void>)[] = []
const started = <T extends { stop(): Promise<void> }>(program: T): T => {
  stops.push(program.stop)
  return program
}
try {
  const { port: hostPort } = started(await startStaticNginx('x'.repeat(1024)))
  const gateway = started(await startBenchGateway(hostPort))
  const nginx = started(await startNginx(hostPort))
  const former = started(
    await startProgram(fileURLToPath(new URL('./baseline-proxy.ts', import.meta.url)), {
      TARGET_PORT: String(hostPort),
    }),
  )
  const { host } = gateway
  const targets: Target[] = [
    { name: 'gateway', url: `http://127.0.0.1:${gateway.port}`, host, pid: gateway.pid },
    { name: 'nginx', url: `http://127.0.0.1:${nginx.port}`, host, pid: nginx.pid },
    { name: 'former proxy', url: former.url, host, pid: former.pid },
  ]
  const rounds: Map<Target['name'], Measured>[] = []
  for (let round = -1; round < ROUNDS; round += 1) {
    const measured = new Map<Target['name'], Measured>()
    for (const target of round % 2 === 0 ? targets : targets.toReversed()) {
      const { rate, micros } = await load(target)
      const { p99 } = await load(target, STEADY_RATE)
      measured.set(target.name, { rate, p99, micros })
    }
    if (round >= 0) rounds.push(measured)
  }
  const all = (name: Target['name'], part: keyof Measured) =>
    rounds.map((round) => round.get(name)?.[part] ?? Number.NaN)
  /** The median of the per-round ratios, so that a slow phase of the machine affects both. */
  const ratio = (other: Target['name'], part: keyof Measured) =>
    median(all('gateway', part).map((value, round) => value / (all(other, part)[round] ?? Number.NaN)))
  const rate = (name: Target['name']) => perSecond(median(all(name, 'rate')))
  const p99 = (name: Target['name']) => `${median(all(name, 'p99')).toFixed(1)} ms`
  const micros = (name: Target['name']) => `${median(all(name, 'micros')).toFixed(0)} µs`
  print(`Gateway: ${CONNECTIONS} connections to one instance, medians of ${ROUNDS} rounds`, [
    {
      what: 'requests, against nginx with one worker and kept connections to the same instance',
      ours: rate('gateway'),
      baseline: rate('nginx'),
      ratio: ratio('nginx', 'rate'),
      bar: { atLeast: 0.5 },
    },
    {
      what: `p99 at ${STEADY_RATE} requests a second, against nginx`,
      ours: p99('gateway'),
      baseline: p99('nginx'),
      ratio: ratio('nginx', 'p99'),
      bar: { atMost: 2 },
    },
    {
      what: 'requests, against the former proxy',
      ours: rate('gateway'),
      baseline: rate('former proxy'),
      ratio: ratio('former proxy', 'rate'),
      bar: { atLeast: 0.9 },
    },
  ])
  console.log(
    `  processor time a request: ${micros('gateway')}, nginx ${micros('nginx')}, former proxy ${micros('former proxy')}`,
  )
} finally {
  for (const stop of stops.reverse()) await stop()
}
