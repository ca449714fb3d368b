import type { LogExtent } from './log-buffer.ts'
import type { LogRange } from './store/log-store-message.ts'

/** Extra lines before and after the missing ones: users scroll on, and a large request is as fast as a small one. */
const AROUND = 300

export const widerRange = ({ first, last }: LogRange, { oldest, head }: LogExtent): LogRange => ({
  first: Math.max(oldest, first - AROUND),
  last: Math.max(last, Math.min(head, last + AROUND)),
})
