import { filter, map, switchMap, takeUntil, timer } from 'rxjs'
import { AGENT_DASHBOARD, afterLogin, agentTarget } from '../src/rules/after-login.ts'
import { act } from './act.ts'
import type { Effect } from './deps.ts'
import { knownConfiguration } from './known-configuration.ts'

const AGENT_AFTER_MS = 4000

/** Leads a person who has signed in to where they asked for, as far as that may be followed. */
export const leadOn: Effect = (messages, deps) =>
  messages.of('ui/postLoginOpened').pipe(
    switchMap(() => knownConfiguration(messages, deps)),
    act((known) => {
      const { query, origin } = deps.world.location.read()
      const { user } = deps.read().organizations
      const destination = afterLogin({
        query: new URLSearchParams(query),
        origin,
        known,
        hasOrganizations: (user?.organizations.length ?? 0) > 0,
      })
      if (destination.kind === 'elsewhere') deps.world.location.leave(destination.href)
      else deps.world.location.go(destination.path, 'replace')
    }),
  )

/** Opens the agent product after a while, or at once where an address of it is asked for. */
export const openAgent: Effect = (messages, deps) => {
  const { world } = deps
  const left$ = messages.of('location/changed').pipe(filter(({ path }) => path !== AGENT_DASHBOARD))
  return messages.of('ui/agentDashboardOpened').pipe(
    switchMap(() => knownConfiguration(messages, deps)),
    filter((known) => known !== null),
    switchMap((known) => {
      const asked = agentTarget(new URLSearchParams(world.location.read().query).get('redirectUrl'), known)
      const usual = known.mode === 'production' ? known.agent.production : known.agent.development
      return timer(asked ? 0 : AGENT_AFTER_MS, world.scheduler).pipe(
        map(() => asked ?? usual),
        takeUntil(left$),
      )
    }),
    act((href) => world.location.leave(href)),
  )
}
