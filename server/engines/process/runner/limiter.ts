import { programProcesses, treeUsage } from '../system/process-tree.ts'
import { signal } from '../system/signal.ts'

interface Limits {
  cpuMilli: number
  memoryBytes: number
}

export const limiterPeriodMs = 100
/** A program may use this much at once, so that starting up is not slowed down. */
const startAllowanceMicros = 500_000
const restAllowanceMicros = 100_000

/**
 * Watches one program. Memory: says when it has more than it may. Processor: pauses it while it is ahead of its share,
 * which holds on average but not from moment to moment.
 */
export class Limiter {
  readonly #pid: number
  readonly #limits: Limits
  #allowanceMicros = startAllowanceMicros
  #usedMicros = 0
  #atMs = Date.now()
  #isPaused = false

  constructor(pid: number, limits: Limits) {
    this.#pid = pid
    this.#limits = limits
  }

  /** True when the program has used up its memory. */
  check(nowMs: number): boolean {
    const { cpuMicros, memoryBytes } = treeUsage(this.#pid)
    const mostMicros = Math.max(this.#allowanceMicros, restAllowanceMicros)
    const earnedMicros = (nowMs - this.#atMs) * this.#limits.cpuMilli
    const left = this.#allowanceMicros + earnedMicros - Math.max(0, cpuMicros - this.#usedMicros)
    this.#allowanceMicros = Math.min(left, mostMicros)
    this.#usedMicros = cpuMicros
    this.#atMs = nowMs
    this.#pause(this.#allowanceMicros < 0)
    return memoryBytes > this.#limits.memoryBytes
  }

  /** A paused program could not hear a signal. */
  release(): void {
    this.#pause(false)
  }

  #pause(isPaused: boolean): void {
    if (isPaused === this.#isPaused) return
    this.#isPaused = isPaused
    for (const pid of programProcesses(this.#pid)) signal(pid, isPaused ? 'SIGSTOP' : 'SIGCONT')
  }
}
