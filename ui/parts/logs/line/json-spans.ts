import type { JsonLine } from '../../../../src/rules/log-lines/json-line.ts'
import type { LineSpan } from './line-span.ts'

/** Returns the spans of a JSON line; their text is that of `readableText`. */
export const jsonSpans = ({ level, message, pairs }: JsonLine): LineSpan[] => {
  const spans: LineSpan[] = []
  if (level) spans.push({ text: `${level.toUpperCase()} `, style: {}, isLevel: true })
  if (message !== null) spans.push({ text: message, style: {} })
  if (pairs) spans.push({ text: message === null ? pairs : ` ${pairs}`, style: { dim: true } })
  return spans
}
