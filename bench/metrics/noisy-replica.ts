import { CPU_SCALE, columns, latencyColumn, PAGE_BYTES, type Sample } from '../../server/compute/metrics/columns.ts'
import { latencyBucket } from '../../src/rules/metrics/latency-buckets.ts'

/** A source of numbers that are the same in every run. */
function createRandom(seed: number) {
  let state = seed * 2_654_435_761 + 1
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
  const poisson = (mean: number): number => Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()))
  return { uniform, normal, poisson }
}

const MIB = 1024 ** 2
const DAY_SAMPLES = 8640

/**
 * Returns the samples of a replica one after the other, as noisy as real ones: load follows the time of day, memory
 * wanders, disks are written in bursts. Three of ten replicas serve many requests, three serve few, the rest none.
 */
export function noisyReplica(number: number): () => Sample {
  const { uniform, normal, poisson } = createRandom(number + 1)
  const kind = number % 10 < 3 ? 'busy' : number % 10 < 6 ? 'quiet' : 'worker'
  const requestsPerSample = kind === 'busy' ? 100 + 400 * uniform() : kind === 'quiet' ? 3 * uniform() : 0
  const baseMilli = 5 + 200 * uniform() ** 3
  let memory = (48 + 400 * uniform()) * MIB
  let disk = 20 * MIB
  let at = Math.floor(DAY_SAMPLES * uniform())
  return () => {
    at += 1
    const load = 1 + 0.7 * Math.sin((2 * Math.PI * at) / DAY_SAMPLES)
    memory = Math.max(32 * MIB, memory * (1 + 0.004 * normal()))
    const isWriting = uniform() < 0.15
    if (isWriting) disk += Math.round(uniform() * 40) * PAGE_BYTES
    const requests = poisson(requestsPerSample * load)
    const sample = new Map([
      [columns.cpu.id, positive(baseMilli * load * CPU_SCALE * (1 + 0.15 * normal()))],
      [columns.memory.id, positive(memory / PAGE_BYTES)],
      [columns.networkIn.id, positive((200 + requests * 60) * (1 + 0.2 * normal()))],
      [columns.networkOut.id, positive((150 + requests * 900) * (1 + 0.2 * normal()))],
      [columns.diskRead.id, uniform() < 0.02 ? Math.floor(uniform() * 50) * 409.6 * 10 : 0],
      [columns.diskWrite.id, isWriting ? Math.floor(uniform() * 40) * 410 : 0],
      [columns.diskUsed.id, positive(disk / PAGE_BYTES)],
      [columns.restarts.id, 0],
    ])
    if (kind === 'worker') return rounded(sample)
    sample.set(columns.connections.id, poisson(requests / 60))
    if (requests === 0) return rounded(sample)
    const failed = poisson(requests * 0.003)
    const missing = Math.min(requests - failed, poisson(requests * 0.02))
    sample.set(columns.status2xx.id, Math.max(0, requests - failed - missing))
    if (missing > 0) sample.set(columns.status4xx.id, missing)
    if (failed > 0) sample.set(columns.status5xx.id, failed)
    sample.set(columns.bytesIn.id, positive(requests * 40 * (1 + 0.5 * normal())))
    sample.set(columns.bytesOut.id, positive(requests * 8000 * (1 + 0.1 * normal())))
    for (let request = 0; request < requests; request += 1) {
      const column = latencyColumn(latencyBucket(12 * Math.exp(0.6 * normal())))
      sample.set(column, (sample.get(column) ?? 0) + 1)
    }
    return rounded(sample)
  }
}

const positive = (value: number): number => Math.max(0, Math.round(value))
const rounded = (sample: Map<number, number>): Sample => {
  for (const [id, value] of sample) sample.set(id, Math.round(value))
  return sample
}
