import { isIP } from 'node:net'

/** Whether a host name or address is this machine's own, as a setting has it. */
export const isLoopbackName = (host: string): boolean => {
  const plain = host.replace(/^\[|\]$/g, '')
  return plain === 'localhost' || plain.endsWith('.localhost') || (isIP(plain) !== 0 && /^(?:127\.|::1$)/.test(plain))
}
