import type { World } from '../../src/core/world.ts'
import { onOwnOrigin } from '../../src/rules/redirect-path.ts'
import { referrers, sessionStorageKeys, storageKeys } from '../../src/session/storage-keys.ts'
import { act } from '../act.ts'
import type { Effect } from '../deps.ts'
import { rememberPage } from '../session/sign-out.ts'

/** This tab looks at a public organisation, by the name that a path begins with. */
export const rememberCommunity = ({ sessionStorage }: Pick<World, 'sessionStorage'>, path: string): void => {
  sessionStorage.set(sessionStorageKeys.communityFlow, 'true')
  sessionStorage.set(sessionStorageKeys.communityOrgName, decodeURIComponent(path.split('/')[1] ?? ''))
}

export const startCommunityFlow: Effect = (messages, { world }) =>
  messages.of('ui/organizationVisited').pipe(act(({ username }) => rememberCommunity(world, `/${username}`)))

/** One's own organisations are not visited. */
export const endCommunityFlow: Effect = (messages, { world }) =>
  messages.of('ui/organizationOpened', 'ui/organizationSelected').pipe(
    act(() => {
      world.sessionStorage.remove(sessionStorageKeys.communityFlow)
      world.sessionStorage.remove(sessionStorageKeys.communityOrgName)
    }),
  )

/** Signing in leads back to the organisation that was looked at. */
export const loginFromCommunity: Effect = (messages, { world }) =>
  messages.of('ui/communityLoginPressed').pipe(
    act(({ intent }) => {
      const { path, query } = world.location.read()
      world.localStorage.set(storageKeys.referrer, referrers.community)
      world.localStorage.set(storageKeys.referredFrom, `${onOwnOrigin(path)}${query}`)
      world.location.go(`/${intent}`)
    }),
  )

/**
 * A public organisation that was looked at and is no more is looked for once again, from its name alone. Pages of one that
 * never was public need a session.
 */
export const redirectFromMissingOrganization: Effect = (messages, { world }) =>
  messages.of('ui/visitedOrganizationMissing').pipe(
    act(({ username }) => {
      const index = `/${encodeURIComponent(username)}`
      if (world.location.read().path.replace(/\/$/, '') === index) return
      if (world.sessionStorage.get(sessionStorageKeys.communityOrgName) === username) return world.location.leave(index)
      rememberPage(world)
      world.location.go('/login', 'replace')
    }),
  )
