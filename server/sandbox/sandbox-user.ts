import { createHash } from 'node:crypto'
import type { Provider } from '../../src/contract/wire/account.ts'
import { usernameFrom } from '../../src/rules/usernames.ts'

/** A user who exists in the sandbox only, with the same identity at every provider. */
export interface SandboxUser {
  /** Digits, like most providers' ids. */
  id: string
  username: string
  name: string
  email: string
}

const MAX_LENGTH = 60

/**
 * Returns null if the input is not a valid name. Names that differ only in case, accents and spaces are the same user.
 */
export const parseSandboxUser = (typed: string): SandboxUser | null => {
  const name = typed.trim().replace(/\s+/g, ' ')
  if (name.length < 1 || name.length > MAX_LENGTH || /\p{C}/u.test(name)) return null
  const folded = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const readable = usernameFrom(folded)
  const mark = /[^ -~]/.test(folded) || !readable ? digest(folded).toString('hex', 0, 4) : ''
  const username = [readable || 'person', mark].filter(Boolean).join('-')
  return { id: String(digest(username).readUIntBE(0, 6)), username, name, email: `${username}@sandbox.test` }
}

/**
 * Returns the address of the user's profile page. Uses the reserved domain `.example`, because real sites may have real
 * users of these names.
 */
export const sandboxPage = (provider: Provider, { username }: SandboxUser): string | null =>
  provider === 'google' ? null : `https://${provider}.example/${username}`

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
