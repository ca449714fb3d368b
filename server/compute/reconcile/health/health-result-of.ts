import type { HealthResult } from '../../../../src/contract/wire/instance/health/health-result.ts'
import type { ProbeResult } from '../../../engines/interface/commands.ts'

export const healthResultOf = (
  result: ProbeResult,
  { atMs, durationMs }: { atMs: number; durationMs: number },
): HealthResult => ({
  at: new Date(atMs).toISOString(),
  isHealthy: result.isReady,
  durationMs: Math.round(durationMs),
  reason: result.isReady ? '' : result.reason,
})
