import type { WrittenLine } from '../../../src/rules/log-batch.ts'
import { singleLine } from '../../../src/rules/single-line.ts'

export type StoredLine = WrittenLine

/** What the platform says. Words that come from elsewhere may stand on several lines; here they are one. */
export const systemLine = (text: string, atMs: number = Date.now()): StoredLine => ({
  atMs,
  stream: 'system',
  text: singleLine(text),
})
