const pattern = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/
const maxTimestampLength = 36

/** Parses an RFC 3339 time to nanoseconds since 1970; undefined when it is not one. */
export function parseTimestamp(text: string): bigint | undefined {
  const [, seconds, fraction = '', zone] = pattern.exec(text) ?? []
  if (!seconds || !zone) return undefined
  return BigInt(Date.parse(seconds + zone)) * 1_000_000n + BigInt(fraction.padEnd(9, '0'))
}

/** Splits a line of the engine: time, space, content. */
export function splitTimestamp(payload: Buffer): { atNs: bigint | undefined; bytes: Buffer } {
  const blank = payload.subarray(0, maxTimestampLength).indexOf(0x20)
  if (blank < 0) return { atNs: undefined, bytes: payload }
  const atNs = parseTimestamp(payload.toString('latin1', 0, blank))
  return atNs === undefined ? { atNs, bytes: payload } : { atNs, bytes: payload.subarray(blank + 1) }
}

/** Formats a time for the engine's `since`: seconds with nine decimals. */
export function sinceParameter(atNs: bigint): string {
  return `${atNs / 1_000_000_000n}.${String(atNs % 1_000_000_000n).padStart(9, '0')}`
}
