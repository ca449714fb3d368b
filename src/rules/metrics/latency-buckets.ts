/**
 * A histogram with exponential buckets: four for each doubling, from 0.1 ms to about 100 s. Histograms of several
 * replicas or times are merged by adding the counts of equal buckets; percentiles cannot be averaged.
 */
const PER_DOUBLING = 4
const LOWEST_MS = 0.1
export const LATENCY_BUCKETS = 80

/** Returns the bucket of a duration; the last one has no upper end. */
export function latencyBucket(ms: number): number {
  if (!(ms > LOWEST_MS)) return 0
  return Math.min(LATENCY_BUCKETS - 1, Math.ceil(Math.log2(ms / LOWEST_MS) * PER_DOUBLING))
}

/** Returns the longest duration of a bucket, in milliseconds. */
export const bucketEndMs = (bucket: number): number => LOWEST_MS * 2 ** (bucket / PER_DOUBLING)

/**
 * Returns a percentile in milliseconds, at most 19 % from the exact one; null for no counts. `counts` are by bucket.
 */
export function latencyPercentile(counts: ArrayLike<number>, share: number): number | null {
  let total = 0
  for (let bucket = 0; bucket < counts.length; bucket += 1) total += counts[bucket] ?? 0
  if (total === 0) return null
  const rank = share * total
  let below = 0
  for (let bucket = 0; bucket < counts.length; bucket += 1) {
    const count = counts[bucket] ?? 0
    if (count > 0 && below + count >= rank) return withinBucket(bucket, (rank - below) / count)
    below += count
  }
  return bucketEndMs(counts.length - 1)
}

/** Durations are assumed to be spread evenly over a bucket on a logarithmic scale. */
function withinBucket(bucket: number, part: number): number {
  const end = bucketEndMs(bucket)
  if (bucket === 0) return end * part
  return bucketEndMs(bucket - 1) * (end / bucketEndMs(bucket - 1)) ** part
}
