/** A part of an organisation's credit: what is available of a lot, or what a project's hold reserves of it. */
export interface CreditPart {
  /** The only project that it may be spent in; null for all. */
  projectId: string | null
  micros: bigint
  validFromMs: number
  /** Not valid at this time any more; null if it never expires. */
  expiresAtMs: number | null
}

/** What everything that a project uses and keeps costs. */
export interface ProjectRate {
  projectId: string
  dailyMicros: bigint
}

const DAY_MS = 86_400_000n
/** Later than this counts as never. */
const HORIZON_MS = 100 * 365 * 86_400_000

/**
 * Returns when the present use is first not covered by credit; null if that is never. `parts` are in the order in which they
 * are spent: each project spends the first one that is valid then and within its scope. Refills of holds are not foreseen:
 * they only reserve for one project what several could spend.
 */
export function forecastFunds(
  parts: readonly CreditPart[],
  rates: readonly ProjectRate[],
  fromMs: number,
): number | null {
  const spending = rates.filter(({ dailyMicros }) => dailyMicros > 0n)
  if (spending.length === 0) return null
  // In the unit that a daily micro-dollar uses up in a millisecond, so that nothing is rounded.
  const left = parts.map((part) => ({ ...part, units: part.micros * DAY_MS }))
  const boundariesMs = parts
    .flatMap(({ validFromMs, expiresAtMs }) => (expiresAtMs === null ? [validFromMs] : [validFromMs, expiresAtMs]))
    .sort((one, other) => one - other)
  for (let atMs = fromMs; atMs < fromMs + HORIZON_MS; ) {
    const unitsPerMs = new Map<(typeof left)[number], bigint>()
    for (const { projectId, dailyMicros } of spending) {
      const part = left.find((one) => one.units > 0n && isUsable(one, projectId, atMs))
      if (!part) return atMs
      unitsPerMs.set(part, (unitsPerMs.get(part) ?? 0n) + dailyMicros)
    }
    const untilMs = boundariesMs.find((ms) => ms > atMs) ?? Number.POSITIVE_INFINITY
    const stepMs = Math.min(untilMs - atMs, ...[...unitsPerMs].map(([part, rate]) => Number(part.units / rate)))
    for (const [part, rate] of unitsPerMs) {
      part.units -= BigInt(stepMs) * rate
      // Less than a millisecond's worth.
      if (part.units < rate) part.units = 0n
    }
    atMs += stepMs
  }
  return null
}

const isUsable = ({ projectId, validFromMs, expiresAtMs }: CreditPart, ofProject: string, atMs: number): boolean =>
  (projectId === null || projectId === ofProject) && validFromMs <= atMs && (expiresAtMs === null || atMs < expiresAtMs)
