import type { Project } from '../../../src/contract/wire/compute.ts'
import type { projects } from '../../store/schema.ts'

export type ProjectRow = typeof projects.$inferSelect

/** The totals of a project's instances. */
export interface ProjectCounts {
  closed: number
  failedToStart: number
  starting: number
  active: number
  dailyPriceMicros: number
}

export const noInstances: ProjectCounts = { closed: 0, failedToStart: 0, starting: 0, active: 0, dailyPriceMicros: 0 }

export function projectWire(row: ProjectRow, counts: ProjectCounts): Project {
  return {
    _id: row.id,
    organizationId: row.organizationId,
    name: row.name,
    description: row.description,
    state: row.state,
    provider: row.provider,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    revision: row.revision,
    topupReport: { defaultDailyTopUp: counts.dailyPriceMicros },
    instanceReport: reportWire(row, counts),
  }
}

export function reportWire(row: ProjectRow, counts: ProjectCounts): Project['instanceReport'] {
  const { closed, failedToStart, starting, active } = counts
  return {
    closed,
    failedToStart,
    starting,
    active,
    total: closed + failedToStart + starting + active,
    lastTimeInstanceActivated: instant(row.lastInstanceActivatedAt),
    lastTimeInstanceClosed: instant(row.lastInstanceClosedAt),
    lastTimeInstanceFailedToStart: instant(row.lastInstanceFailedAt),
    lastTimeInstanceStarted: instant(row.lastInstanceStartedAt),
  }
}

const instant = (time: Date | null): string | null => time?.toISOString() ?? null
