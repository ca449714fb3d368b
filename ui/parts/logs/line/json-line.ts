import type { LineSpan } from './line-span.ts'
import { type LogLevel, levelNamed } from './log-level.ts'

const messageKeys = ['message', 'msg', 'log', 'event', 'text']
const levelKeys = ['level', 'severity', 'lvl', 'log.level']
/** The line's own time stands before it already. */
const timeKeys = ['time', 'timestamp', 'ts', '@timestamp']

export interface JsonLine {
  spans: LineSpan[]
  level: LogLevel | null
}

const parsed = (text: string): Record<string, unknown> | null => {
  const line = text.trim()
  if (!line.startsWith('{') || !line.endsWith('}')) return null
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

const valueText = (value: unknown): string =>
  typeof value === 'string' && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value)

/** A line that is one JSON object, as a person reads it: its message, then what else it says. */
export const jsonLine = (text: string): JsonLine | null => {
  const line = parsed(text)
  if (!line) return null
  const levelKey = levelKeys.find((key) => levelNamed(line[key]))
  const level = levelKey === undefined ? null : levelNamed(line[levelKey])
  const messageKey = messageKeys.find((key) => typeof line[key] === 'string')
  const spans: LineSpan[] = []
  if (level) spans.push({ text: `${level.toUpperCase()} `, style: {}, isLevel: true })
  if (messageKey !== undefined) spans.push({ text: String(line[messageKey]), style: {} })
  const said = [messageKey, levelKey, ...timeKeys]
  const rest = Object.entries(line).filter(([key]) => !said.includes(key))
  const pairs = rest.map(([key, value]) => `${key}=${valueText(value)}`).join(' ')
  if (pairs) spans.push({ text: messageKey === undefined ? pairs : ` ${pairs}`, style: { dim: true } })
  return { spans, level }
}
