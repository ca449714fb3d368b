import { distinctUntilChanged, filter, map } from 'rxjs'
import { selectOrganization } from '../src/organizations/organizations.ts'
import { storageKeys, TABS_CHANNEL, type TabSaid } from '../src/session/storage-keys.ts'
import { act } from './act.ts'
import type { Effect } from './deps.ts'

/** The organisation that a person is in is where the next page, and the next tab, begin. */
export const keepOrganization: Effect = (messages, { world, read }) =>
  messages.of('ui/organizationOpened', 'api/readProfile.answered').pipe(
    filter(() => read().organizations.username !== null),
    map(() => selectOrganization(read())?._id),
    filter((id) => id !== undefined),
    distinctUntilChanged(),
    act((id) => {
      const said: TabSaid = { kind: 'organizationSelected', id }
      world.localStorage.set(storageKeys.organization, id)
      world.channel(TABS_CHANNEL).say(said)
    }),
  )
