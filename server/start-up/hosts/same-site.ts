import { isLoopbackName } from './loopback-name.ts'

/**
 * Returns whether browsers treat a host below `instancesHost` as same-site with the console: pages of instances could
 * then set cookies for the console and send it same-site requests. Uses the public suffix list of browsers, including
 * its private part.
 */
export const isSameSite = async (consoleHost: string, instancesHost: string): Promise<boolean> => {
  // Each name below localhost is a site of its own.
  if (isLoopbackName(consoleHost) && isLoopbackName(instancesHost)) return false
  const { getDomain } = await import('tldts')
  const siteOf = (host: string) => getDomain(host, { allowPrivateDomains: true }) ?? host
  return siteOf(consoleHost) === siteOf(`instance.${instancesHost}`)
}
