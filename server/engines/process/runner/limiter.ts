import { programProcesses, treeUsage } from '../system/process-tree.ts'
import { signal } from '../system/signal.ts'

interface Limits {
  cpuMilli: number
  memoryBytes: number
}

export const limiterPeriodMs = 100
/** Processor time that a program may use at once at its start, so that startup is not throttled. */
const startAllowanceMicros = 500_000
const restAllowanceMicros = 100_000
/** More than any built-in image needs, and few enough to leave capacity for the machine. */
export const maxProcesses = 1000

/**
 * Enforces the limits of one program. For memory and processes it reports when a limit is exceeded. For the processor
 * it pauses the program while it is over its share, so that limit holds on average but not from moment to moment.
 */
export class Limiter {
  readonly #pid: number
  readonly #limits: Limits
  readonly #isSandboxed: boolean
  #allowanceMicros = startAllowanceMicros
  #usedMicros = 0
  #atMs = Date.now()
  #isPaused = false

  constructor(pid: number, limits: Limits, isSandboxed: boolean) {
    this.#pid = pid
    this.#limits = limits
    this.#isSandboxed = isSandboxed
  }

  /** Returns the exceeded limit, if any, and pauses or resumes the program by its processor share. */
  check(nowMs: number): 'memory' | 'processes' | undefined {
    const { cpuMicros, memoryBytes, processes } = treeUsage(this.#pid)
    const maxMicros = Math.max(this.#allowanceMicros, restAllowanceMicros)
    const earnedMicros = (nowMs - this.#atMs) * this.#limits.cpuMilli
    const left = this.#allowanceMicros + earnedMicros - Math.max(0, cpuMicros - this.#usedMicros)
    this.#allowanceMicros = Math.min(left, maxMicros)
    this.#usedMicros = cpuMicros
    this.#atMs = nowMs
    this.#pause(this.#allowanceMicros < 0)
    if (memoryBytes > this.#limits.memoryBytes) return 'memory'
    return processes > maxProcesses ? 'processes' : undefined
  }

  /** Resumes a paused program, which could not handle a signal. */
  release(): void {
    this.#pause(false)
  }

  #pause(isPaused: boolean): void {
    if (isPaused === this.#isPaused) return
    this.#isPaused = isPaused
    for (const pid of programProcesses(this.#pid, this.#isSandboxed)) signal(pid, isPaused ? 'SIGSTOP' : 'SIGCONT')
  }
}
