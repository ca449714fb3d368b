import { type LogLevel, levelNamed } from './log-level.ts'

const messageKeys = ['message', 'msg', 'log', 'event', 'text']
export const levelKeys = ['level', 'severity', 'lvl', 'log.level']
/** Omitted, because each line is already shown with its time. */
const timeKeys = ['time', 'timestamp', 'ts', '@timestamp']

/** Longer lines are not parsed. */
export const MAX_READABLE_LENGTH = 8000

/** The readable form of a line that is a JSON object. */
export interface JsonLine {
  level: LogLevel | null
  message: string | null
  /** The other fields, as `key=value`. */
  pairs: string
}

const parsed = (text: string): Record<string, unknown> | null => {
  const line = text.trim()
  if (line.length > MAX_READABLE_LENGTH || !line.startsWith('{') || !line.endsWith('}')) return null
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

const valueText = (value: unknown): string =>
  typeof value === 'string' && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value)

/** Returns null for a line that is not a JSON object. */
export const jsonLine = (text: string): JsonLine | null => {
  const line = parsed(text)
  if (!line) return null
  const levelKey = levelKeys.find((key) => levelNamed(line[key]))
  const messageKey = messageKeys.find((key) => typeof line[key] === 'string')
  let pairs = ''
  for (const key in line) {
    if (key === messageKey || key === levelKey || timeKeys.includes(key)) continue
    pairs += `${pairs === '' ? '' : ' '}${key}=${valueText(line[key])}`
  }
  return {
    level: levelKey === undefined ? null : levelNamed(line[levelKey]),
    message: messageKey === undefined ? null : String(line[messageKey]),
    pairs,
  }
}
