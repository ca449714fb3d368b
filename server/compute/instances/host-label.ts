import { randomInt } from 'node:crypto'
import { hostLabelFrom } from '../../../src/rules/usernames.ts'

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const SUFFIX_LENGTH = 6

/** A host name's first label for a new instance: its name and a few letters that make it unlikely to be taken. */
export function newHostLabel(name: string): string {
  const suffix = Array.from({ length: SUFFIX_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return `${hostLabelFrom(name)}-${suffix}`
}
