/** First path segments that cannot be usernames of organisations: the console's own pages, and those a visitor expects. */
export const reservedUsernames: ReadonlySet<string> = new Set([
  'app',
  'storage',
  'signup',
  'login',
  'post-login',
  'chooseapp',
  'create-new-organisation',
  'create-master-organisation',
  'invite',
  'user',
  'callback',
  'connection-callback',
  'notifications',
  'payment',
  'crypto-payment-callback',
  'marketplace',
  '',
  'compute',
  'logout',
  'onboarding',
  'choose-longshore-app',
  'skynet-dashboard',
  'api',
  'assets',
  'docs',
  'socket.io',
  'not-found',
  'google',
  'github',
  'gitlab',
  'bitbucket',
  'site',
  'about',
  'abuse',
  'account',
  'admin',
  'administrator',
  'billing',
  'blog',
  'changelog',
  'contact',
  'dashboard',
  'docs',
  'documentation',
  'download',
  'health',
  'help',
  'legal',
  'longshore',
  'metrics',
  'null',
  'official',
  'pricing',
  'privacy',
  'root',
  'security',
  'settings',
  'staff',
  'static',
  'status',
  'support',
  'system',
  'terms',
  'undefined',
  'well-known',
  'www',
])

const MAX_LENGTH = 60

/** Derives a username from a name: lower case, with a hyphen between words, whatever is between them. */
export const usernameFrom = (name: string, maxLength = MAX_LENGTH): string =>
  name.replace(/\W+/g, '-').replace(/^-/, '').slice(0, maxLength).replace(/-$/, '').toLowerCase()

/** Hyphens at the ends are valid, because organisations have such usernames from before. */
export const isUsername = (text: string): boolean =>
  /^[a-z0-9_-]*$/.test(text) && /[a-z0-9]/.test(text) && !text.includes('--')

/** Derives a host name label from any name: at most 40 letters, digits and inner hyphens. */
export const hostLabelFrom = (name: string): string => usernameFrom(name.replace(/_/g, ' '), 40) || 'instance'
