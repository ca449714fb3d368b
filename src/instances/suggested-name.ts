import { usernameFrom } from '../rules/usernames.ts'

/** `ghcr.io/you/app:1` is called `app`; a name for the first try, which a person may change. */
export const suggestedName = (templateOrImage: string): string => {
  const [path = ''] = templateOrImage.split('@')
  const last = path.slice(path.lastIndexOf('/') + 1)
  return usernameFrom(last.split(':', 1).join()).replace(/^-+|(?<!-)-+$/g, '')
}
