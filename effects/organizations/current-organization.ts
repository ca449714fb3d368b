import { filter, map } from 'rxjs'
import { selectOrganization, selectUser } from '../../src/organizations/organizations.ts'
import { storageKeys } from '../../src/session/storage-keys.ts'
import type { StartState } from '../../src/state.ts'
import { act } from '../act.ts'
import { broadcastToTabs } from '../broadcast-to-tabs.ts'
import type { Effect } from '../deps.ts'

/** The organisation that a person is in is where the next page, and the next tab, begin. */
export const persistOrganization: Effect = (messages, { world, read }) =>
  messages.of('ui/organizationOpened', 'ui/organizationSelected').pipe(
    map(() => selectOrganization(read())?._id),
    filter((id) => id !== undefined),
    act((id) => {
      world.localStorage.set(storageKeys.organization, id)
      broadcastToTabs(world, { kind: 'organizationSelected', id })
    }),
  )

/** Who has deleted an organisation, or left it, goes on in the first of those that remain. */
export const redirectFromLostOrganization: Effect = (messages, { world, read }) =>
  messages.of('api/deleteOrganization.succeeded', 'api/removeMember.succeeded').pipe(
    filter(({ type, input }) => type === 'api/deleteOrganization.succeeded' || isOneself(read(), input)),
    act(({ input }) => {
      // Where the event was quicker than the answer, the next one is open and kept already.
      if (world.localStorage.get(storageKeys.organization) === input.id)
        world.localStorage.remove(storageKeys.organization)
      const first = selectUser(read())?.organizations[0]
      world.location.go(first ? `/${first.profile.username}/dashboard` : '/onboarding')
    }),
  )

const isOneself = (state: StartState, input: object): boolean =>
  'userId' in input && input.userId === selectUser(state)?._id
