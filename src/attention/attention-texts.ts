import type { AttentionItem, AttentionKind } from '../contract/wire/overview/overview.ts'

/** What each kind is called, and how severe it is. */
export const attentionKindTexts: Readonly<Record<AttentionKind, { label: string; tone: 'bad' | 'warn' }>> = {
  engineUnreachable: { label: 'Engine unreachable', tone: 'bad' },
  instanceFailed: { label: 'Failed to start', tone: 'bad' },
  instanceStopped: { label: 'Stopped', tone: 'bad' },
  engineGone: { label: 'Engine gone', tone: 'bad' },
  alertFiring: { label: 'Alert', tone: 'bad' },
  instanceUnhealthy: { label: 'Unhealthy', tone: 'warn' },
  deploymentFailed: { label: 'Deployment failed', tone: 'bad' },
  volumeFull: { label: 'Volume full', tone: 'warn' },
  backupFailed: { label: 'Backup failed', tone: 'warn' },
  jobFailed: { label: 'Job failed', tone: 'warn' },
}

const NO_REASON: Readonly<Partial<Record<AttentionKind, string>>> = {
  instanceFailed: 'See its deployment logs for the reason.',
  deploymentFailed: 'The earlier deployment still serves. See the deployment logs for the reason.',
}

export const attentionReason = ({ kind, reason }: AttentionItem): string =>
  reason || (NO_REASON[kind] ?? 'No reason was reported.')

/** The page that shows the cause; null for what has none. */
export const attentionAddress = ({ kind, project, instanceId }: AttentionItem, organization: string): string | null => {
  if (!project) return null
  const page = `/${organization}/project/${project._id}`
  if (kind === 'backupFailed' || kind === 'volumeFull') return `${page}?show=volumes`
  if (instanceId === null) return page
  const instance = `/${organization}/${project._id}/${instanceId}`
  if (kind === 'deploymentFailed') return `${instance}/deployments`
  if (kind === 'alertFiring') return `${instance}/alerts`
  return kind === 'jobFailed' ? `${instance}/jobs` : instance
}

/** `3 things need attention.` */
export const attentionSummary = (totalCount: number): string =>
  totalCount === 1 ? 'One thing needs attention.' : `${totalCount.toLocaleString('en-GB')} things need attention.`
