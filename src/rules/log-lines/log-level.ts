export type LogLevel = 'error' | 'warn' | 'info' | 'debug' | 'trace'

const names: Record<LogLevel, string> = {
  error: 'error err fatal critical crit alert emerg emergency panic severe',
  warn: 'warn warning',
  info: 'info information notice',
  debug: 'debug dbg',
  trace: 'trace verbose silly',
}
/** The numeric levels of pino and bunyan. */
const numbers: Record<LogLevel, string> = {
  error: String.raw`5\d|60`,
  warn: String.raw`4\d`,
  info: String.raw`3\d`,
  debug: String.raw`2\d`,
  trace: String.raw`1\d`,
}

export const logLevels: readonly LogLevel[] = ['error', 'warn', 'info', 'debug', 'trace']

const levels = new Map(logLevels.flatMap((level) => names[level].split(' ').map((name) => [name, level] as const)))

/** Returns the level with a name or number. */
export const levelNamed = (name: unknown): LogLevel | null => {
  if (typeof name === 'string') return levels.get(name.toLowerCase()) ?? (/^\d0$/.test(name) ? levelNamed(+name) : null)
  if (typeof name !== 'number' || name < 10 || name > 60) return null
  return name >= 50 ? 'error' : name >= 40 ? 'warn' : name >= 30 ? 'info' : name >= 20 ? 'debug' : 'trace'
}

/** Returns a pattern for the names and numbers of a level. */
export const levelSource = (level: LogLevel): string => `${names[level].replaceAll(' ', '|')}|${numbers[level]}`
