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

/** What was typed and is still to be invited, once those have been. */
export const withoutInvited = (typed: string, invited: readonly string[]): string =>
  entriesOf(typed)
    .filter(({ read }) => !(read.success && invited.includes(read.output)))
    .map(({ entry }) => entry)
    .join(', ')
