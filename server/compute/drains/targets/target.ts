import type { DrainRecord } from './record.ts'

/** What became of a batch. `error` is for users and holds no secret. */
export type SendResult =
  | { kind: 'sent'; reply: string }
  /** May succeed later, not before `afterMs` if the target said so. */
  | { kind: 'failed'; error: string; afterMs?: number | undefined }
  | { kind: 'tooLarge'; error: string }
  /** The target refuses these lines, and others maybe not. */
  | { kind: 'refused'; error: string }

/** Limits of one batch. */
export interface BatchLimits {
  lines: number
  /** Of the lines' text. */
  bytes: number
  /** How long lines wait for others. */
  ageMs: number
}

/** A connection to the receiver of a drain. It translates; it never repeats or decides. */
export interface Target {
  limits: BatchLimits
  /** Resolves once the receiver has confirmed all records, or has not. Rejects if `signal` aborts. */
  send(records: readonly DrainRecord[], signal: AbortSignal): Promise<SendResult>
}

export const quickBatches: BatchLimits = { lines: 5000, bytes: 1_048_576, ageMs: 1000 }
