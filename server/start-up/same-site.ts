import { isLoopbackName } from './loopback-name.ts'

/**
 * Whether browsers take a host below `instancesHost` for the same site as the console: then a page of an instance can
 * plant cookies for the console, and its requests count as the console's own neighbours'. The list of public suffixes is
 * the one that browsers use, its private part included.
 */
export const isSameSite = async (consoleHost: string, instancesHost: string): Promise<boolean> => {
  // Names below localhost are sites of their own.
  if (isLoopbackName(consoleHost) && isLoopbackName(instancesHost)) return false
  const { getDomain } = await import('tldts')
  const siteOf = (host: string) => getDomain(host, { allowPrivateDomains: true }) ?? host
  return siteOf(consoleHost) === siteOf(`instance.${instancesHost}`)
}
