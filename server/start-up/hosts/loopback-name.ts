import { isIP } from 'node:net'

/** Returns whether a host name or address in a setting is this machine's own. */
export const isLoopbackName = (host: string): boolean => {
  const plain = host.replace(/^\[|\]$/g, '')
  return plain === 'localhost' || plain.endsWith('.localhost') || (isIP(plain) !== 0 && /^(?:127\.|::1$)/.test(plain))
}
