import { randomInt } from 'node:crypto'
import { hostLabelFrom } from '../../../src/rules/usernames.ts'

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const SUFFIX_LENGTH = 6

/** Returns the first label of a new instance's host name: its name and random letters that make it likely unique. */
export function newHostLabel(name: string): string {
  const suffix = Array.from({ length: SUFFIX_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return `${hostLabelFrom(name)}-${suffix}`
}
