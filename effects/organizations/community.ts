import { sessionStorageKeys } from '../../src/session/storage-keys.ts'
import { act } from '../act.ts'
import type { Effect } from '../deps.ts'
import { clearCommunity, storeCommunity, storeCurrentPage } from '../session/stored-session.ts'

export const startCommunityFlow: Effect = (messages, { world }) =>
  messages.of('ui/organizationVisited').pipe(act(({ username }) => storeCommunity(world, username)))

/** Ends with the user's own organisations. */
export const endCommunityFlow: Effect = (messages, { world }) =>
  messages.of('ui/organizationOpened', 'ui/organizationSelected').pipe(act(() => clearCommunity(world)))

/** Makes the login lead back to the visited organisation. */
export const loginFromCommunity: Effect = (messages, { world }) =>
  messages.of('ui/communityLoginPressed').pipe(
    act(({ intent }) => {
      storeCurrentPage(world, 'community')
      world.location.go(`/${intent}`)
    }),
  )

/**
 * Loads the index of an organisation again that was public during this visit and no longer is. Pages of an organisation
 * that was not visited need a session.
 */
export const redirectFromMissingOrganization: Effect = (messages, { world }) =>
  messages.of('ui/visitedOrganizationMissing').pipe(
    act(({ username }) => {
      const index = `/${encodeURIComponent(username)}`
      if (world.location.read().path.replace(/\/$/, '') === index) return
      if (world.sessionStorage.get(sessionStorageKeys.communityOrgName) === username) return world.location.leave(index)
      storeCurrentPage(world, 'page')
      world.location.go('/login', 'replace')
    }),
  )
