/** Names of this machine: what runs there may be reached without TLS. */
const ownMachine = /^(localhost|[a-z0-9-]+\.localhost|127\.0\.0\.1|\[::1\])$/

/**
 * The address that a `redirectUrl` asks for, where its host is one of those given; null for everything else. It is to be
 * followed as answered and not as it was asked for: what was compared is what the browser will open.
 *
 * A host is given as `app.example`, as `*.app.example` for all below it, or with a `*` inside of a name for letters,
 * digits and hyphens: `app-*.previews.example`. A port is allowed where it is given with the host, and no other.
 */
export const redirectTo = (redirectUrl: string | null, hosts: readonly string[]): string | null => {
  if (redirectUrl === null || !URL.canParse(redirectUrl)) return null
  const url = new URL(redirectUrl)
  if (url.username !== '' || url.password !== '') return null
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && ownMachine.test(url.hostname))) return null
  return hosts.some((pattern) => isHost(url.host, pattern)) ? url.href : null
}

/** Whether a host, with its port where that is not the usual one, is what a pattern names. */
const isHost = (host: string, pattern: string): boolean => {
  const below = pattern.startsWith('*.')
  const [name, ...rest] = (below ? pattern.slice(2) : pattern).toLowerCase().split('*').map(escaped)
  const source = [name, ...rest].join('[a-z0-9-]+')
  return new RegExp(`^${below ? '(?:[a-z0-9-]+\\.)+' : ''}${source}$`).test(host)
}

const escaped = (text: string): string => text.replace(/[.\\^$+?()[\]{}|/]/g, '\\$&')
