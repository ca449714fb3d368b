/** First path segments of the console's own pages, which cannot be usernames of organisations. */
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
])

/** Derives a username from an organisation's name: lower case, with a hyphen for each run of non-word characters. */
export const usernameFrom = (name: string): string => name.trim().replace(/\W+/g, '-').toLowerCase()

/** Derives a host name label from any name: at most 40 letters, digits and inner hyphens. */
export const hostLabelFrom = (name: string): string =>
  usernameFrom(name).replace(/_/g, '-').replace(/-+/g, '-').slice(0, 40).replace(/^-|-$/g, '') || 'instance'
