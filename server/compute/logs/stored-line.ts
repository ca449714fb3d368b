import type { WrittenLine } from '../../../src/rules/log-batch.ts'
import { singleLine } from '../../../src/rules/single-line.ts'

export type StoredLine = WrittenLine

/** Creates a line of the platform. Text from elsewhere may have several lines, which are joined into one. */
export const systemLine = (text: string, atMs: number = Date.now()): StoredLine => ({
  atMs,
  stream: 'system',
  text: singleLine(text),
})
