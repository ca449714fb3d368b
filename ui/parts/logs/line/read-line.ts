import { jsonLine, MAX_READABLE_LENGTH } from '../../../../src/rules/log-lines/json-line.ts'
import type { LogLevel } from '../../../../src/rules/log-lines/log-level.ts'
import { hasEscapes, parseAnsi } from './ansi.ts'
import { jsonSpans } from './json-spans.ts'
import type { LineSpan } from './line-span.ts'
import { levelOf } from './log-level.ts'

/** Lines of a million characters exist, and no screen can show one. */
const MAX_DRAWN_LENGTH = MAX_READABLE_LENGTH

export interface ReadLine {
  spans: LineSpan[]
  level: LogLevel | null
}

/** Returns what a terminal shows after carriage returns. */
const lastPass = (text: string): string => {
  const trimmed = text.replace(/(?<!\r)\r+$/, '')
  return trimmed.slice(trimmed.lastIndexOf('\r') + 1)
}

export const textOf = (spans: readonly LineSpan[]): string => spans.map(({ text }) => text).join('')

/** Parses a line for display. Only visible lines are parsed. */
export const readLine = (text: string, raw: boolean): ReadLine => {
  const line = text.includes('\r') ? lastPass(text) : text
  const drawn = line.slice(0, MAX_DRAWN_LENGTH)
  const spans: LineSpan[] = hasEscapes(drawn) ? parseAnsi(drawn) : [{ text: drawn, style: {} }]
  const plain = textOf(spans)
  const json = line.length > MAX_DRAWN_LENGTH ? null : jsonLine(plain)
  const level = json ? json.level : levelOf(plain)
  if (json && !raw) return { spans: jsonSpans(json).map(withoutControls), level }
  if (line.length > MAX_DRAWN_LENGTH)
    spans.push({ text: restText(line.length - MAX_DRAWN_LENGTH), style: { dim: true } })
  return { spans, level }
}

const restText = (characters: number): string => ` … and ${characters.toLocaleString('en-GB')} more characters`

/** Unescaped JSON text may hold line breaks, shown as spaces, and escape sequences, which are dropped. */
const withoutControls = (span: LineSpan): LineSpan => {
  const text = span.text.replaceAll(/[\n\t]+/g, ' ')
  return { ...span, text: hasEscapes(text) ? textOf(parseAnsi(text)) : text }
}
