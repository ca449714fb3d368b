import type { HealthCheck } from '../../../../src/contract/wire/instance/health-check.ts'
import type { Probe } from '../../../engines/interface/commands.ts'

/** Longer ones may be stored. */
export const MAX_TIMEOUT_MS = 30_000

/** Returns a health check as the engine's probe. */
export function probeOf(check: HealthCheck): Probe {
  const timeoutMs = Math.min(check.timeoutMs, MAX_TIMEOUT_MS)
  switch (check.kind) {
    case 'http':
      return { kind: 'http', containerPort: check.port, path: check.path, timeoutMs }
    case 'tcp':
      return { kind: 'tcp', containerPort: check.port, timeoutMs }
    case 'command':
      return { kind: 'command', command: check.command, timeoutMs }
  }
}

export const describeCheck = (check: HealthCheck): string =>
  check.kind === 'http'
    ? `HTTP ${check.path} on port ${check.port}`
    : check.kind === 'tcp'
      ? `port ${check.port}`
      : 'command'
