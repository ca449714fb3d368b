import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { startNginx } from '../tests/reverse-proxies.ts'
import { client, deploy, makeProject, settled, startControlPlane, startProgram } from './support/control-plane.ts'
import { median, quantile } from './support/figures.ts'
import { perSecond, print } from './support/ratio.ts'

/** Requests through the gateway, nginx and the former proxy, to the same instance. */
const ROUNDS = 9
const SECONDS = 2
const CONNECTIONS = 50
/** Requests per second for the latency comparison; every target can serve them. */
const STEADY_RATE = 400

/** Two CPUs, so that the instance is not the bottleneck. */
const PLAN = 'large'

const load = async ({ url, host }: Target, overallRate?: number) => {
  const tookMs: number[] = []
  const run = autocannon({
    url: `${url}/health`,
    headers: { host },
    connections: CONNECTIONS,
    duration: SECONDS,
    ...(overallRate ? { overallRate } : {}),
  })
  run.on('response', (_client, _status, _bytes, took) => tookMs.push(took))
  const { requests, duration, non2xx, errors } = await run
  if (non2xx > 0 || errors > 0) throw new Error(`${url}: ${non2xx} rejected, ${errors} failed`)
  return { rate: requests.total / duration, p99: quantile(tookMs, 0.99) }
}

interface Target {
  name: 'gateway' | 'nginx' | 'former proxy'
  url: string
  host: string
}

interface Measured {
  rate: number
  p99: number
}

const controlPlane = await startControlPlane({
  LONGSHORE_ENGINE: 'process',
  LONGSHORE_LOG: 'error',
  LONGSHORE_REQUESTS_PER_MINUTE: '999999999',
})
const stops: (() => Promise<void>)[] = [controlPlane.stop]
try {
  const token = await controlPlane.signIn('bench')
  const made = await makeProject(controlPlane.url, token)
  const { _id } = await deploy(controlPlane.url, token, made, 'longshore/hello:1', [8080], {}, PLAN)
  const { latestUrlPreview } = await settled(controlPlane.url, token, _id, 'Active')
  const { instance } = await client(controlPlane.url, token).request<{ instance: { ports: { hostPort: number }[] } }>(
    'GET',
    `compute-instance/${_id}`,
  )
  const hostPort = instance.ports[0]?.hostPort ?? 0
  const { host } = new URL(latestUrlPreview ?? '')
  const nginx = await startNginx(hostPort)
  stops.push(nginx.stop)
  const former = await startProgram(fileURLToPath(new URL('./support/baseline-proxy.ts', import.meta.url)), {
    TARGET_PORT: String(hostPort),
  })
  stops.push(former.stop)
  const targets: Target[] = [
    { name: 'gateway', url: controlPlane.url, host },
    { name: 'nginx', url: `http://localhost:${nginx.port}`, host },
    { name: 'former proxy', url: former.url, host },
  ]
  const rounds: Map<Target['name'], Measured>[] = []
  for (let round = -1; round < ROUNDS; round += 1) {
    const measured = new Map<Target['name'], Measured>()
    for (const target of round % 2 === 0 ? targets : targets.toReversed()) {
      const { rate } = await load(target)
      const { p99 } = await load(target, STEADY_RATE)
      measured.set(target.name, { rate, p99 })
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
  print(`Gateway: ${CONNECTIONS} connections to one instance, medians of ${ROUNDS} rounds`, [
    {
      what: 'requests, against nginx with keep-alive connections to the same instance',
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
} finally {
  for (const stop of stops.reverse()) await stop()
}
