import type { Config } from '../../config.ts'

type Public = Pick<Config, 'publicUrl'>

/** Returns the headers of data responses, which are never pages. Few and fixed, because every call pays for them. */
export const dataHeaders = (config: Public): Record<string, string> => ({
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  ...(overTls(config) ? { 'strict-transport-security': `max-age=${TLS_SECONDS}` } : {}),
})

export const TLS_SECONDS = 31_536_000

/** Returns whether the public URL is https: browsers must then use TLS for every visit and cookie. */
export const overTls = ({ publicUrl }: Public): boolean => publicUrl.startsWith('https:')
