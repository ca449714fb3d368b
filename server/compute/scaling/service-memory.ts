import type { AutoscalingRules } from '../../../src/contract/wire/instance/autoscaling.ts'
import { scheduleFloor } from '../../../src/rules/scaling/schedule-floor.ts'
import type { LastChange } from './scaled-services.ts'

const MINUTE_MS = 60_000
/** A hold is kept once it has lasted for several rounds. */
const ROUNDS_TO_HOLD = 3
/** After a refusal, so that what is not admitted is not asked for in each round. */
const RETRY_MS = 60_000

/**
 * What the scaler remembers of a service, by a clock that never jumps. A process that starts again begins with the last
 * changes in the database, and waits the whole idle time anew.
 */
export class ServiceMemory {
  isHeld: boolean
  #count: number
  #addedMs: number
  #changedMs: number
  #idleSinceMs: number | undefined
  #rejectedMs = Number.NEGATIVE_INFINITY
  #rounds = 0
  #needed: { atMs: number; count: number }[] = []
  #floor: { minute: number; of: string; replicas: number } | undefined

  constructor(nowMs: number, count: number, last: LastChange | undefined) {
    const agoMs = (seconds: number | null | undefined) =>
      seconds === null || seconds === undefined ? Number.NEGATIVE_INFINITY : nowMs - seconds * 1000
    this.#count = count
    this.#addedMs = agoMs(last?.addedSeconds)
    this.#changedMs = agoMs(last?.changedSeconds)
    this.isHeld = last?.isHeld ?? false
  }

  /** Notes how many replicas there are: a deployment or a request may have changed them. */
  sawCount(nowMs: number, count: number): void {
    if (count === this.#count) return
    if (count > this.#count) this.#addedMs = nowMs
    this.#changedMs = nowMs
    this.#idleSinceMs = undefined
    this.#count = count
  }

  /** `isIdle` is undefined while nobody knows. */
  sawRequests(nowMs: number, isIdle: boolean | undefined): void {
    this.#idleSinceMs = isIdle ? (this.#idleSinceMs ?? nowMs) : undefined
  }

  needs(nowMs: number, count: number, keptSeconds: number): void {
    this.#needed = this.#needed.filter(({ atMs }) => nowMs - atMs < keptSeconds * 1000)
    this.#needed.push({ atMs: nowMs, count })
  }

  rejected(nowMs: number): void {
    this.#rejectedMs = nowMs
  }

  isRejected(nowMs: number): boolean {
    return nowMs - this.#rejectedMs < RETRY_MS
  }

  /** Counts a round without a decision. Returns whether that has to be kept by now. */
  holds(): boolean {
    this.#rounds += 1
    return this.#rounds >= ROUNDS_TO_HOLD && !this.isHeld
  }

  decides(): void {
    this.#rounds = 0
  }

  spans(nowMs: number, keptSeconds: number) {
    return {
      sinceAddedMs: nowMs - this.#addedMs,
      sinceChangedMs: nowMs - this.#changedMs,
      idleMs: this.#idleSinceMs === undefined ? 0 : nowMs - this.#idleSinceMs,
      recentlyNeeded: Math.max(
        0,
        ...this.#needed.filter(({ atMs }) => nowMs - atMs < keptSeconds * 1000).map(({ count }) => count),
      ),
    }
  }

  /** Schedules name minutes, so they are looked at once in each. */
  scheduled({ schedules }: AutoscalingRules, now: Date): number {
    if (schedules.length === 0) return 0
    const minute = Math.floor(now.getTime() / MINUTE_MS)
    const of = JSON.stringify(schedules)
    if (this.#floor?.minute !== minute || this.#floor.of !== of)
      this.#floor = { minute, of, replicas: scheduleFloor(schedules, now) }
    return this.#floor.replicas
  }
}
