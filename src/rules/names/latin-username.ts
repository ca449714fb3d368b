import transliterate from '@sindresorhus/transliterate'
import { usernameFrom } from '../usernames.ts'

/**
 * Derives a username from a name in any script; empty where no letter has a Latin counterpart, as in Chinese. Apart
 * from `usernameFrom`, because the table of letters must stay out of the console's first load.
 */
export const latinUsernameFrom = (name: string): string => {
  const latin = /[^ -~]/.test(name) ? transliterate(name).replace(/[^ -~]+/g, ' ') : name
  const username = usernameFrom(latin)
  return /[a-z0-9]/.test(username) ? username : ''
}
