import type { World } from '../../src/core/world.ts'
import { sessionStorageKeys } from '../../src/session/storage-keys.ts'
import { act } from '../act.ts'
import type { Effect } from '../deps.ts'

/** Where no other tab may be opened, signing in leaves the page whose address says where the person is headed. */
export const persistSignInQuery: Effect = (messages, { world }) =>
  messages
    .of('ui/signInPressed', 'ui/walletSignInPressed')
    .pipe(act(() => world.sessionStorage.set(sessionStorageKeys.signInQuery, world.location.read().query)))

/** With its question mark; asked for once. */
export const takeSignInQuery = ({ sessionStorage }: Pick<World, 'sessionStorage'>): string => {
  const query = sessionStorage.get(sessionStorageKeys.signInQuery) ?? ''
  sessionStorage.remove(sessionStorageKeys.signInQuery)
  return query
}
