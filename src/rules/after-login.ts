import type { Configuration } from '../contract/wire/configuration.ts'
import { redirectTo } from './redirect-host.ts'
import { redirectPath } from './redirect-path.ts'

/** The AI-agent product's name in URLs, which other clients use too. */
export const AGENT_APP = 'skynet'
export const AGENT_DASHBOARD = '/skynet-dashboard'
export const CHOOSER = '/choose-longshore-app'

type Hosts = Pick<Configuration, 'allowedHosts' | 'agent'>

/** Returns the redirect URL if it is on a host of the agent product. */
export const agentTarget = (redirectUrl: string | null, { agent }: Pick<Configuration, 'agent'>): string | null =>
  redirectTo(redirectUrl, agent.hosts)

/** Returns the URL of the agent product for this kind of installation; null if it is not installed. */
export const agentHome = ({ agent, mode }: Pick<Configuration, 'agent' | 'mode'>): string | null =>
  mode === 'production' ? agent.production : agent.development

/** Whether the signed-out pages show the agent product's brand: the visitor comes from it or is headed there. */
export const isCoBranded = (query: URLSearchParams, known: Pick<Configuration, 'agent'> | null): boolean =>
  query.get('app') === AGENT_APP || (known !== null && agentTarget(query.get('redirectUrl'), known) !== null)

/** A page of the console, or an external URL. */
export type Destination = { kind: 'page'; path: string } | { kind: 'external'; href: string }

interface AfterLoginInput {
  query: URLSearchParams
  origin: string
  /** Null if the configuration could not be read; then no external redirect is allowed. */
  known: Hosts | null
  hasOrganizations: boolean
}

/** Returns where a user goes after sign-in. */
export const afterLogin = ({ query, origin, known, hasOrganizations }: AfterLoginInput): Destination => {
  const redirectUrl = query.get('redirectUrl')
  const path = redirectPath(redirectUrl, origin)
  if (path !== null) return { kind: 'page', path }
  const href = known && redirectTo(redirectUrl, [...known.allowedHosts, ...known.agent.hosts])
  if (href) return { kind: 'external', href }
  if (!hasOrganizations) return { kind: 'page', path: '/onboarding' }
  return { kind: 'page', path: query.get('app') === AGENT_APP ? AGENT_DASHBOARD : CHOOSER }
}
