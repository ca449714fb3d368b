import * as v from 'valibot'
import { inviteEmail } from '../contract/wire/invite.ts'

/** What was typed between commas: the addresses, each once, and those that are none. */
export interface InvitedAddresses {
  valid: readonly string[]
  invalid: readonly string[]
}

/** Lines and semicolons part addresses too, as lists are pasted from elsewhere. */
export const invitedAddresses = (typed: string): InvitedAddresses => {
  const entries = typed
    .split(/[,;\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  const read = entries.map((entry) => ({ entry, read: v.safeParse(inviteEmail, entry) }))
  return {
    valid: [...new Set(read.flatMap(({ read }) => (read.success ? [read.output] : [])))],
    invalid: read.flatMap(({ entry, read }) => (read.success ? [] : [entry])),
  }
}
