import type { AlertSeverity } from './alert.ts'

/** What a rule tells people and programs. */
export interface AlertMessage {
  kind: 'firing' | 'recovered' | 'test'
  alert: { id: string; name: string }
  ruleKind: string
  severity: AlertSeverity
  organization: string
  project: string | null
  instance: string | null
  service: string | null
  since: string
  value: number | null
  threshold: number | null
  summary: string
  /** Where the console shows it. */
  link: string
  /** Up to five log lines, without secrets. */
  context: string[]
}
