export type LogLevel = 'error' | 'warn' | 'info' | 'debug' | 'trace'

const words: Record<LogLevel, string> = {
  error: 'error err fatal critical crit alert emerg emergency panic severe',
  warn: 'warn warning',
  info: 'info information notice',
  debug: 'debug dbg',
  trace: 'trace verbose silly',
}

const levels = new Map(
  Object.entries(words).flatMap(([level, names]) => names.split(' ').map((name) => [name, level as LogLevel] as const)),
)

/** A level by its name, or by its number as pino and bunyan write it. */
export const levelNamed = (name: unknown): LogLevel | null => {
  if (typeof name === 'string') return levels.get(name.toLowerCase()) ?? (/^\d0$/.test(name) ? levelNamed(+name) : null)
  if (typeof name !== 'number' || name < 10 || name > 60) return null
  return name >= 50 ? 'error' : name >= 40 ? 'warn' : name >= 30 ? 'info' : name >= 20 ? 'debug' : 'trace'
}

const stamps = String.raw`((?:[[(<]?\d[\d:.,TZ+/-]{3,}[\])>]?\s+){0,3})`
const head = new RegExp(String.raw`^\s*${stamps}([[(<]?)\s*([A-Za-z]{3,11})(?![\w-])([\])>:|]?)`)
const pair = /(?:^|[\s,])(?:level|lvl|severity)=["']?(\w+)/i
/** A level stands near the head of a line; what comes later is the program's own words. */
const LOOKED_AT = 400

/** The level that a line says of itself: its first word after times, or `level=…`. */
export const levelOf = (line: string): LogLevel | null => {
  const text = line.slice(0, LOOKED_AT)
  const [, stamp, opened, word = '', closed] = head.exec(text) ?? []
  const isSaid = stamp || opened || closed || word === word.toUpperCase()
  return (isSaid ? levelNamed(word) : null) ?? levelNamed(pair.exec(text)?.[1])
}
