import { filter, map } from 'rxjs'
import { selectOrganization, selectUser } from '../../src/organizations/organizations.ts'
import { storageKeys } from '../../src/session/storage-keys.ts'
import type { StartState } from '../../src/state.ts'
import { act, broadcastToTabs } from '../act.ts'
import type { Effect } from '../deps.ts'

/** Stores the organisation in use: new pages and tabs start there. */
export const persistOrganization: Effect = (messages, { world, read }) =>
  messages.of('ui/organizationOpened', 'ui/organizationSelected').pipe(
    map(() => selectOrganization(read())?._id),
    filter((id) => id !== undefined),
    act((id) => {
      world.localStorage.set(storageKeys.organization, id)
      broadcastToTabs(world, { kind: 'organizationSelected', id })
    }),
  )

/** Opens the first remaining organisation after one was deleted or left. */
export const redirectFromLostOrganization: Effect = (messages, { world, read }) =>
  messages.of('api/deleteOrganization.succeeded', 'api/removeMember.succeeded').pipe(
    filter(({ type, input }) => type === 'api/deleteOrganization.succeeded' || isOwnUser(read(), input)),
    act(({ input }) => {
      // When the event arrived before the response, the next organisation is stored already.
      if (world.localStorage.get(storageKeys.organization) === input.id)
        world.localStorage.remove(storageKeys.organization)
      const first = selectUser(read())?.organizations[0]
      world.location.go(first ? `/${first.profile.username}/dashboard` : '/onboarding')
    }),
  )

const isOwnUser = (state: StartState, input: object): boolean =>
  'userId' in input && input.userId === selectUser(state)?._id
