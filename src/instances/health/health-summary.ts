import type { HealthResult } from '../../contract/wire/instance/health/health-result.ts'

export interface HealthSummary {
  text: string
  tone: 'good' | 'warn' | 'bad' | 'still'
  /** The newest failure. */
  lastFailure: HealthResult | null
}

/** Says in one line what the last results of a replica mean; `results` are oldest first. */
export function healthSummary(results: readonly HealthResult[]): HealthSummary {
  const failures = results.filter(({ isHealthy }) => !isHealthy)
  const lastFailure = failures.at(-1) ?? null
  const count = results.length
  if (count === 0) return { text: 'Not checked yet', tone: 'still', lastFailure }
  if (failures.length === 0)
    return {
      text: count === 1 ? 'The check succeeded' : `All of the last ${count} checks succeeded`,
      tone: 'good',
      lastFailure,
    }
  const text =
    failures.length === count
      ? count === 1
        ? 'The check failed'
        : `All of the last ${count} checks failed`
      : `${failures.length} of the last ${count} checks failed`
  return { text, tone: results.at(-1)?.isHealthy ? 'warn' : 'bad', lastFailure }
}
