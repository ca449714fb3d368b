import { eq } from 'drizzle-orm'
import type { AlertMessage } from '../../../src/contract/wire/alerts/alert-message.ts'
import type { Tx } from '../../store/connection.ts'
import { organizations, projects } from '../../store/schema.ts'
import type { AlertRow, IncidentRow } from '../rules/alert-wire.ts'

const MAX_NAMED = 5

/** Returns one message about incidents of one rule. */
export async function messageOf(
  tx: Tx,
  publicUrl: string,
  { kind, alert, incidents }: { kind: AlertMessage['kind']; alert: AlertRow; incidents: readonly IncidentRow[] },
): Promise<AlertMessage & { path: string }> {
  const [organization] = await tx
    .select({ name: organizations.name, username: organizations.username })
    .from(organizations)
    .where(eq(organizations.id, alert.organizationId))
  const projectId = same(incidents.map((incident) => incident.projectId))
  const [project] = projectId ? await tx.select().from(projects).where(eq(projects.id, projectId)) : []
  const [first] = incidents
  const incident = incidents.length === 1 ? `&incident=${first?.id}` : ''
  const path = `/${organization?.username ?? ''}/alerts?rule=${alert.id}${incident}`
  return {
    kind,
    alert: { id: alert.id, name: alert.name },
    incidents: incidents.map(({ id }) => id),
    ruleKind: alert.condition.kind,
    severity: alert.severity,
    organization: organization?.name ?? '',
    project: project?.name ?? null,
    instance: same(incidents.map(({ instanceName }) => instanceName)),
    service: same(incidents.map(({ service }) => service)) || null,
    since: (first?.startedAt ?? new Date()).toISOString(),
    value: incidents.length === 1 ? (first?.value ?? null) : null,
    threshold: first?.threshold ?? null,
    summary: kind === 'test' ? TEST : summaryOf(kind, incidents),
    link: `${publicUrl}${path}`,
    context: kind === 'firing' ? (first?.lines ?? []) : [],
    path,
  }
}

const TEST = 'This is a test. Nothing is wrong.'

function summaryOf(kind: 'firing' | 'recovered', incidents: readonly IncidentRow[]): string {
  const [first] = incidents
  const end = kind === 'firing' ? '' : 'Recovered: '
  if (incidents.length <= 1) return `${end}${first?.summary ?? ''}`
  const named = incidents.slice(0, MAX_NAMED).map(({ summary }) => summary)
  const rest = incidents.length - named.length
  return `${end}${incidents.length} incidents. ${named.join(' ')}${rest > 0 ? ` And ${rest} more.` : ''}`
}

function same<T>(values: readonly T[]): T | null {
  const [first = null] = values
  return values.every((value) => value === first) ? first : null
}
