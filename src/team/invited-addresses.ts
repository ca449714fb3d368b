import * as v from 'valibot'
import { inviteEmail } from '../contract/wire/invite.ts'

/** The typed entries: valid addresses without duplicates, and invalid entries. */
export interface InvitedAddresses {
  valid: readonly string[]
  invalid: readonly string[]
}

/** Splits at commas, semicolons and line breaks, because lists may be pasted. */
const entriesOf = (typed: string) =>
  typed
    .split(/[,;\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => ({ entry, read: v.safeParse(inviteEmail, entry) }))

export const invitedAddresses = (typed: string): InvitedAddresses => {
  const read = entriesOf(typed)
  return {
    valid: [...new Set(read.flatMap(({ read }) => (read.success ? [read.output] : [])))],
    invalid: read.flatMap(({ entry, read }) => (read.success ? [] : [entry])),
  }
}

/** Returns the invalid entries. While the user types, the last entry is skipped. */
export const invalidEntries = (typed: string, isTyping: boolean): readonly string[] =>
  invitedAddresses(isTyping ? (typed.match(/^.*[,;\s]/s)?.[0] ?? '') : typed).invalid

/** Returns the typed text without the addresses that have been invited. */
export const withoutInvited = (typed: string, invited: readonly string[]): string =>
  entriesOf(typed)
    .filter(({ read }) => !(read.success && invited.includes(read.output)))
    .map(({ entry }) => entry)
    .join(', ')
