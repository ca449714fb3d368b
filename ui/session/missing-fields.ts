import type { User } from '../../src/contract/wire/account.ts'

export type ProfileField = 'name' | 'username' | 'email'

/** What onboarding still has to ask. */
export const missingFields = ({ platformProfile: { name, username, email } }: User): ProfileField[] => {
  const known = { name, username, email }
  return (['name', 'username', 'email'] as const).filter((field) => !known[field]?.trim())
}
