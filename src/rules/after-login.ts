import type { Configuration } from '../contract/wire/configuration.ts'
import { redirectTo } from './redirect-host.ts'
import { redirectPath } from './redirect-path.ts'

/** The name of the AI-agent product in addresses, as other clients know it. */
export const AGENT_APP = 'skynet'
export const AGENT_DASHBOARD = '/skynet-dashboard'
export const CHOOSER = '/choose-longshore-app'

type Hosts = Pick<Configuration, 'allowedHosts' | 'agent'>

/** The agent product's address that a person asks to be led to, if it is one. */
export const agentTarget = (redirectUrl: string | null, { agent }: Pick<Configuration, 'agent'>): string | null =>
  redirectTo(redirectUrl, agent.hosts)

/** Whether the pages before sign-in are the agent product's: somebody is headed there, or comes from there. */
export const isCoBranded = (query: URLSearchParams, known: Pick<Configuration, 'agent'> | null): boolean =>
  query.get('app') === AGENT_APP || (known !== null && agentTarget(query.get('redirectUrl'), known) !== null)

/** Inside the console, or elsewhere. */
export type Destination = { kind: 'page'; path: string } | { kind: 'external'; href: string }

interface Arrival {
  query: URLSearchParams
  origin: string
  /** Null where it could not be read: nobody is sent to a host that nobody vouched for. */
  known: Hosts | null
  hasOrganizations: boolean
}

/** Where a person goes who has signed in. */
export const afterLogin = ({ query, origin, known, hasOrganizations }: Arrival): Destination => {
  const redirectUrl = query.get('redirectUrl')
  const path = redirectPath(redirectUrl, origin)
  if (path !== null) return { kind: 'page', path }
  const href = known && redirectTo(redirectUrl, [...known.allowedHosts, ...known.agent.hosts])
  if (href) return { kind: 'external', href }
  if (!hasOrganizations) return { kind: 'page', path: '/onboarding' }
  return { kind: 'page', path: query.get('app') === AGENT_APP ? AGENT_DASHBOARD : CHOOSER }
}
