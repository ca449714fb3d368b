export type AuditResult =
  | { kind: 'checked'; counts: Record<string, number> }
  /** The registry has no audit endpoint or could not be reached: vulnerabilities are unknown. */
  | { kind: 'unavailable'; reason: string }

/** Parses the output of `npm audit --json`. Counts are by severity, without zeros. */
export function auditResult(output: string): AuditResult {
  const report = parse(output)
  const counts = report?.metadata?.vulnerabilities
  if (!counts)
    return {
      kind: 'unavailable',
      reason: (report?.message ?? report?.error?.summary ?? 'no answer').replace(/ - \S+ \S+$/, ''),
    }
  const { total: _, ...severities } = counts
  return { kind: 'checked', counts: Object.fromEntries(Object.entries(severities).filter(([, count]) => count > 0)) }
}

interface AuditReport {
  metadata?: { vulnerabilities?: Record<string, number> }
  message?: string
  error?: { summary?: string }
}

function parse(output: string): AuditReport | undefined {
  try {
    return JSON.parse(output)
  } catch {
    return undefined
  }
}
