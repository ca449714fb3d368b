const pattern = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/
const longestTimestamp = 36

/** Nanoseconds since 1970 of an RFC 3339 time; undefined when it is none. */
export function parseTimestamp(text: string): bigint | undefined {
  const [, seconds, fraction = '', zone] = pattern.exec(text) ?? []
  if (!seconds || !zone) return undefined
  return BigInt(Date.parse(seconds + zone)) * 1_000_000n + BigInt(fraction.padEnd(9, '0'))
}

/** The engine writes the time, a blank and the line. */
export function splitTimestamp(payload: Buffer): { atNs: bigint | undefined; bytes: Buffer } {
  const blank = payload.subarray(0, longestTimestamp).indexOf(0x20)
  if (blank < 0) return { atNs: undefined, bytes: payload }
  const atNs = parseTimestamp(payload.toString('latin1', 0, blank))
  return atNs === undefined ? { atNs, bytes: payload } : { atNs, bytes: payload.subarray(blank + 1) }
}

/** As the engine's `since` takes it: seconds with nine decimals. */
export function sinceParameter(atNs: bigint): string {
  return `${atNs / 1_000_000_000n}.${String(atNs % 1_000_000_000n).padStart(9, '0')}`
}
