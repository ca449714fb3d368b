/** First path segments that are never an organisation's username: the console's own pages. */
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
  'socket.io',
  'not-found',
  'google',
  'github',
  'gitlab',
  'bitbucket',
  'site',
])

/** An organisation's username from its name: runs of non-word characters become a hyphen, and all is lower case. */
export const usernameFrom = (name: string): string => name.trim().replace(/\W+/g, '-').toLowerCase()

/** A label for a host name from any name: letters, digits and inner hyphens, 40 at most. */
export const hostLabelFrom = (name: string): string =>
  usernameFrom(name).replace(/_/g, '-').replace(/-+/g, '-').slice(0, 40).replace(/^-|-$/g, '') || 'instance'
