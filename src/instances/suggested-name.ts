import { usernameFrom } from '../rules/usernames.ts'

/** Suggests an instance name: `app` for `ghcr.io/you/app:1`. */
export const suggestedName = (templateOrImage: string): string => {
  const [path = ''] = templateOrImage.split('@')
  const last = path.slice(path.lastIndexOf('/') + 1)
  return usernameFrom(last.split(':', 1).join())
}
