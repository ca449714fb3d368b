import { type LogLevel, levelNamed } from '../../../../src/rules/log-lines/log-level.ts'

const stamps = String.raw`((?:[[(<]?\d[\d:.,TZ+/-]{3,}[\])>]?\s+){0,3})`
const head = new RegExp(String.raw`^\s*${stamps}([[(<]?)\s*([A-Za-z]{3,11})(?![\w-])([\])>:|]?)`)
const pair = /(?:^|[\s,])(?:level|lvl|severity)=["']?(\w+)/i
/** Only the start of a line is searched for a level; later words are part of the message. */
const SCANNED_CHARACTERS = 400

/** Returns a line's level: its first word after times, or `level=…`. */
export const levelOf = (line: string): LogLevel | null => {
  const text = line.slice(0, SCANNED_CHARACTERS)
  const [, stamp, opened, word = '', closed] = head.exec(text) ?? []
  const isExplicit = stamp || opened || closed || word === word.toUpperCase()
  return (isExplicit ? levelNamed(word) : null) ?? levelNamed(pair.exec(text)?.[1])
}
