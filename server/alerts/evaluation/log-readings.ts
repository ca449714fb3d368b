import { sql } from 'drizzle-orm'
import type { DeploymentId } from '../../../src/contract/wire/common.ts'
import type { SearchPool } from '../../compute/logs/search/search-pool.ts'
import type { Log } from '../../log.ts'
import type { Db } from '../../store/connection.ts'
import { alertLogCounts } from '../../store/schema.ts'
import { changeAlert, lockAlert } from '../rules/publish-alert.ts'
import type { Breach } from './breach.ts'
import type { EvaluatedRule } from './evaluate-rule.ts'
import { addMatches, type LogCounts, matchesWithin } from './log-counts.ts'

const LOG_TYPE = 'instanceLogs'
/** Beyond what any rule counts. */
const MAX_MATCHES = 10_000
const MAX_LINES = 5

interface ReaderOptions {
  db: Db
  log: Log
  pool: SearchPool
  nowMs?: () => number
}

type WatchedLog = {
  alertId: EvaluatedRule['id']
  deploymentId: DeploymentId
  /** The name of the log; each replica of a service has one. */
  logName: string
  service: string
  instanceId: Breach['instanceId']
  instanceName: string
  organizationId: Breach['organizationId']
  projectId: Breach['projectId']
  /** The newest stored line. */
  last: number
  /** The newest line that was read; null for a log that the rule has not seen. */
  lastSequence: number | null
  counts: LogCounts | null
  lines: string[] | null
}

export interface LogReader {
  read(rules: readonly EvaluatedRule[]): Promise<Map<string, Breach[]>>
}

/**
 * Counts the stored lines that match the rules about logs. What was read and what was counted change together, so that a
 * restart counts no line twice and forgets none.
 */
export function createLogReader({ db, log, pool, nowMs = Date.now }: ReaderOptions): LogReader {
  return {
    async read(rules) {
      const ofLogs = new Map(rules.filter(({ condition }) => condition.kind === 'log').map((rule) => [rule.id, rule]))
      const breaches = new Map<string, Breach[]>()
      for (const watched of await readWatched(db)) {
        const rule = ofLogs.get(watched.alertId)
        if (!rule) continue
        const counted = await countNew(rule, watched).catch((error: unknown) => {
          log.warn({ err: error, alert: rule.id }, 'a log could not be read for an alert; trying again')
          return watched
        })
        const breach = breachOf(rule, counted, nowMs())
        if (breach) breaches.set(rule.id, [...(breaches.get(rule.id) ?? []), breach])
      }
      return new Map([...breaches].map(([id, found]) => [id, joined(found)]))
    },
  }

  async function countNew(rule: EvaluatedRule, watched: WatchedLog): Promise<WatchedLog> {
    const { condition } = rule
    if (condition.kind !== 'log') return watched
    const from = watched.lastSequence ?? 0
    if (watched.lastSequence !== null && from >= watched.last) return watched
    let counts = watched.counts ?? {}
    let lines = watched.lines ?? []
    let problem = ''
    if (from < watched.last) {
      const { find: query, as, matchCase } = condition
      const { deploymentId, logName } = watched
      const events = pool.search(
        {
          organizationId: rule.organizationId,
          address: { deploymentId, logType: LOG_TYPE, service: logName },
          find: { query, as, matchCase, readable: true },
          order: 'oldestFirst',
          window: { skip: 0, take: MAX_MATCHES },
          first: from + 1,
          // A rule counts no lines from before it was made.
          sinceMs: rule.updatedAt.getTime(),
          last: watched.last,
        },
        AbortSignal.timeout(SEARCH_LIMIT_MS * 2),
      )
      for await (const event of events) {
        if (event.kind === 'matches') {
          counts = addMatches(counts, event.lines, nowMs())
          lines = [...lines, ...event.lines.map((line) => line.log.slice(0, 500))].slice(-MAX_LINES)
        }
        if (event.kind === 'rejected') problem = event.message
        if (event.kind === 'ended' && event.reason === 'failed') throw new Error('the search of a log failed')
        if (event.kind === 'ended' && event.reason === 'timedOut')
          problem = 'The logs grow faster than this pattern can be searched. Some lines were not counted.'
      }
    }
    const counted = { ...watched, counts, lines, lastSequence: watched.last }
    await store(rule, counted, problem)
    return counted
  }

  async function store(rule: EvaluatedRule, counted: WatchedLog, problem: string): Promise<void> {
    const { alertId, deploymentId, logName: service, counts, lines, lastSequence } = counted
    await db.transaction(async (tx) => {
      const row = await lockAlert(tx, alertId)
      if (row.updatedAt.getTime() !== rule.updatedAt.getTime()) return
      const values = { counts: counts ?? {}, lines: lines ?? [], lastSequence: lastSequence ?? 0 }
      await tx
        .insert(alertLogCounts)
        .values({ alertId, deploymentId, service, ...values })
        .onConflictDoUpdate({
          target: [alertLogCounts.alertId, alertLogCounts.deploymentId, alertLogCounts.service],
          set: values,
        })
      if (problem !== '' && problem !== row.problem) await changeAlert(tx, alertId, { problem })
    })
  }
}

export const SEARCH_LIMIT_MS = 5000

/** The first service's log has no name; further replicas have a number. */
const serviceOf = sql`coalesce(
  nullif(regexp_replace(c.service, '\\.[0-9]+$', ''), ''), d.configuration->'services'->0->>'name', '')`

/** Returns the logs of what runs, for each rule that watches it. */
async function readWatched(db: Db): Promise<WatchedLog[]> {
  const { rows } = await db.execute<WatchedLog & Record<string, unknown>>(sql`
    select a.id as "alertId", c.deployment_id as "deploymentId", c.service as "logName",
      ${serviceOf} as service, i.id as "instanceId",
      i.name as "instanceName", i.organization_id as "organizationId", i.project_id as "projectId",
      c.last::float as last, n.last_sequence::float as "lastSequence",
      n.counts, n.lines
    from alert a
    join instance i on i.organization_id = a.organization_id and (a.instance_id is null or a.instance_id = i.id)
      and (a.project_id is null or a.project_id = i.project_id)
    join project p on p.id = i.project_id and p.state = 'MAINTAINED'
    join deployment d on d.id in (i.active_deployment, i.desired_deployment)
    join lateral (
      select deployment_id, service, max(last_sequence) as last from log_chunk
      where deployment_id = d.id and log_type = ${LOG_TYPE} group by 1, 2
    ) c on true
    left join alert_log_count n on n.alert_id = a.id and n.deployment_id = d.id and n.service = c.service
    where a.condition->>'kind' = 'log' and i.desired_state = 'active'
      and (a.service = '' or a.service = ${serviceOf})
    order by a.id, d.number, c.service`)
  return rows
}

function breachOf(rule: EvaluatedRule, watched: WatchedLog, nowMs: number): Breach | null {
  const { condition } = rule
  if (condition.kind !== 'log') return null
  const value = matchesWithin(watched.counts ?? {}, condition.minutes, nowMs)
  if (value === 0) return null
  const { organizationId, projectId, instanceId, instanceName, service } = watched
  const subject = { organizationId, projectId, instanceId, instanceName, service, target: `${instanceId}/${service}` }
  const summary = summaryOf(rule, instanceName, value)
  return { ...subject, value, summary, lines: watched.lines ?? [] }
}

/** Adds up the logs of an old and a new deployment, and leaves out what is below the rule's number. */
function joined(found: readonly Breach[]): Breach[] {
  const byTarget = new Map<string, Breach>()
  for (const breach of found) {
    const before = byTarget.get(breach.target)
    byTarget.set(breach.target, before ? { ...breach, value: (before.value ?? 0) + (breach.value ?? 0) } : breach)
  }
  return [...byTarget.values()]
}

function summaryOf({ condition }: EvaluatedRule, instanceName: string, value: number): string {
  if (condition.kind !== 'log') return ''
  const lines = value === 1 ? '1 log line' : `${value} log lines`
  const time = condition.minutes === 1 ? 'a minute' : `${condition.minutes} minutes`
  return `${lines} of ${instanceName} matched “${condition.find}” within ${time}.`
}
