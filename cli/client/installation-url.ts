import { usageError } from '../command-error.ts'

export const DEFAULT_URL = 'http://localhost:4600'
const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Returns the origin of an installation. A token never goes over a network unencrypted. */
export const installationUrl = (given: string): string => {
  const url = URL.canParse(given) ? new URL(given) : null
  if (!url || !/^https?:$/.test(url.protocol)) throw usageError(`${given} is not a URL. Write it as https://HOST.`)
  if (url.protocol === 'http:' && !LOCAL.test(url.hostname) && !url.hostname.endsWith('.localhost'))
    throw usageError(`${url.origin} is not encrypted. Use https.`)
  return url.origin
}
