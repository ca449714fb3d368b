import type { LogExtent, LogRange } from './log-buffer.ts'

/** Lines before and after what is missed: the reader goes on, and one request brings many as fast as few. */
const AROUND = 300

export const widerRange = ({ first, last }: LogRange, { oldest, head }: LogExtent): LogRange => ({
  first: Math.max(oldest, first - AROUND),
  last: Math.max(last, Math.min(head, last + AROUND)),
})
