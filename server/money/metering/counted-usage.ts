import type { OrganizationId, ProjectId } from '../../../src/contract/wire/common.ts'

const DAY_MS = 86_400_000n

/** A usage interval with what has been counted of it. */
export interface CountedInterval {
  id: string
  organizationId: OrganizationId
  projectId: ProjectId
  dailyPriceMicros: bigint
  startedMs: number
  endedMs: number | null
  countedMicros: bigint
  /** Null if nothing was counted yet. */
  countedUntilMs: number | null
}

/** What an interval costs from its start to `ms`, rounded down: what each minute rounds off is carried to the next. */
export const costUntil = ({ dailyPriceMicros, startedMs }: CountedInterval, ms: number): bigint =>
  (dailyPriceMicros * BigInt(Math.max(0, ms - startedMs))) / DAY_MS

/** A cost that came up between two times at which the lots that may pay for it are the same. */
export interface UsageSlice {
  atMs: number
  projectId: ProjectId
  micros: bigint
}

/** A part of what an interval costs; negative if it ended before the time until which it had been counted. */
export interface UsageLine {
  interval: CountedInterval
  fromMs: number
  untilMs: number
  micros: bigint
}

/** Returns what has come up in an interval until a time and was not counted, or was counted and did not come up. */
export const lineUntil = (interval: CountedInterval, untilMs: number): UsageLine => {
  const { startedMs, endedMs, countedUntilMs, countedMicros } = interval
  const reachedMs = Math.max(untilMs, countedUntilMs ?? startedMs)
  const endMs = Math.min(endedMs ?? reachedMs, reachedMs)
  return {
    interval,
    fromMs: countedUntilMs ?? startedMs,
    untilMs: endMs,
    micros: costUntil(interval, endMs) - countedMicros,
  }
}

/** Divides costs at `boundaries`, at which lots become valid or expire, and adds them up by project, in the order of time. */
export const slicesOf = (lines: readonly UsageLine[], boundaries: readonly number[]): UsageSlice[] => {
  const firstMs = Math.min(...lines.map(({ fromMs }) => fromMs))
  const startsMs = [firstMs, ...new Set(boundaries.filter((ms) => ms > firstMs))].sort((one, other) => one - other)
  const slices: UsageSlice[] = []
  for (const [place, atMs] of startsMs.entries()) {
    const nextMs = startsMs[place + 1] ?? Number.POSITIVE_INFINITY
    const byProject = new Map<ProjectId, bigint>()
    for (const { interval, fromMs, untilMs } of lines) {
      const [start, end] = [Math.max(fromMs, atMs), Math.min(untilMs, nextMs)]
      if (end <= start) continue
      const { projectId } = interval
      const micros = costUntil(interval, end) - costUntil(interval, start)
      byProject.set(projectId, (byProject.get(projectId) ?? 0n) + micros)
    }
    for (const [projectId, micros] of [...byProject].sort(([one], [other]) => (one < other ? -1 : 1)))
      if (micros > 0n) slices.push({ atMs, projectId, micros })
  }
  return slices
}

export const sumOf = (lines: readonly UsageLine[]): bigint => lines.reduce((sum, { micros }) => sum + micros, 0n)
