/** Names of the local machine, which may be reached without TLS. */
const ownMachine = /^(localhost|[a-z0-9-]+\.localhost|127\.0\.0\.1|\[::1\])$/

/**
 * Returns the normalised `redirectUrl` if its host is allowed; otherwise null. Redirect to the returned URL, not to the
 * original one: only the returned URL was checked.
 *
 * A host pattern is `app.example`, `*.app.example` for all its subdomains, or has a `*` inside a name for letters,
 * digits and hyphens: `app-*.previews.example`. A port is allowed only if the pattern has it.
 */
export const redirectTo = (redirectUrl: string | null, hosts: readonly string[]): string | null => {
  if (redirectUrl === null || !URL.canParse(redirectUrl)) return null
  const url = new URL(redirectUrl)
  if (url.username !== '' || url.password !== '') return null
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && ownMachine.test(url.hostname))) return null
  return hosts.some((pattern) => isHost(url.host, pattern)) ? url.href : null
}

/** Whether a host, with its port unless that is the default, matches a pattern. */
const isHost = (host: string, pattern: string): boolean => {
  const below = pattern.startsWith('*.')
  const [name, ...rest] = (below ? pattern.slice(2) : pattern).toLowerCase().split('*').map(escaped)
  const source = [name, ...rest].join('[a-z0-9-]+')
  return new RegExp(`^${below ? '(?:[a-z0-9-]+\\.)+' : ''}${source}$`).test(host)
}

const escaped = (text: string): string => text.replace(/[.\\^$+?()[\]{}|/]/g, '\\$&')
