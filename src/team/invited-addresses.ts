import * as v from 'valibot'
import { inviteEmail } from '../contract/wire/invite.ts'

/** What was typed between commas: the addresses, each once, and those that are none. */
export interface InvitedAddresses {
  valid: readonly string[]
  invalid: readonly string[]
}

/** Lines and semicolons part addresses too, as lists are pasted from elsewhere. */
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

/** Entries that are no addresses. While the user types, the last one is not finished. */
export const faultyEntries = (typed: string, isTyping: boolean): readonly string[] =>
  invitedAddresses(isTyping ? (typed.match(/^.*[,;\s]/s)?.[0] ?? '') : typed).invalid

/** What was typed and is still to be invited, once those have been. */
export const withoutInvited = (typed: string, invited: readonly string[]): string =>
  entriesOf(typed)
    .filter(({ read }) => !(read.success && invited.includes(read.output)))
    .map(({ entry }) => entry)
    .join(', ')
