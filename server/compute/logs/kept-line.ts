import type { LogLine } from '../../../src/contract/wire/log.ts'
import type { WrittenLine } from '../../../src/rules/log-batch.ts'

export type KeptLine = WrittenLine

export const systemLine = (text: string, atMs: number = Date.now()): KeptLine => ({ atMs, stream: 'system', text })

export const lineWire = (line: KeptLine, sequence: number): LogLine => ({
  sequence,
  time: new Date(line.atMs).toISOString(),
  stream: line.stream,
  log: line.text,
})
