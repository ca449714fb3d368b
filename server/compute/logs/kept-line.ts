import type { LogLine } from '../../../src/contract/wire/compute.ts'

/** A line before it has a sequence number. */
export interface KeptLine {
  atMs: number
  stream: LogLine['stream']
  text: string
}

export const systemLine = (text: string, atMs: number = Date.now()): KeptLine => ({ atMs, stream: 'system', text })

export const lineWire = (line: KeptLine, sequence: number): LogLine => ({
  sequence,
  time: new Date(line.atMs).toISOString(),
  stream: line.stream,
  log: line.text,
})
