import { filter, map, mergeMap, of, timer } from 'rxjs'
import { selectToken } from '../../src/session/session.ts'
import { storageKeys } from '../../src/session/storage-keys.ts'
import { act } from '../act.ts'
import type { Effect } from '../deps.ts'
import { tellTabs } from '../tell-tabs.ts'

/** A tab that the browser did not let close goes on by itself. */
const STILL_HERE_MS = 400
const PAGE = '/user/settings/login-connections'

/** The provider's page opens in another tab; where that is not allowed, in this one. */
export const openConnection: Effect = (messages, { world }) =>
  messages.of('ui/connectPressed').pipe(
    act(({ provider }) => {
      const to = `/${provider}/new-login-connection`
      if (!world.location.open(to)) world.location.leave(to)
    }),
  )

/**
 * The browser goes to the API, which knows the person by the token and sends it on. The page stands behind the profile,
 * which was read with this token a moment ago; it is replaced, so that no history keeps the address.
 */
export const leaveToConnect =
  (apiBase: string): Effect =>
  (messages, { world, read }) =>
    messages.of('ui/connectPageOpened').pipe(
      map(({ provider }) => ({ provider, token: selectToken(read()) })),
      filter(({ token }) => token !== null),
      act(({ provider, token }) => {
        const url = new URL(`auth/${provider}/new-login-connection`, apiBase)
        url.searchParams.set('token', token ?? '')
        world.location.leave(url.href, 'replace')
      }),
    )

/**
 * The tab that the provider sent back tells the others how it went, and closes. Where a template is to be copied it is the
 * only tab there is, and goes on with the person as they are now.
 */
export const finishConnection: Effect = (messages, { world }) =>
  messages.of('ui/connectionReturned').pipe(
    mergeMap(({ provider, error }) => {
      if (error === null && world.localStorage.get(storageKeys.clone) !== null) {
        world.localStorage.remove(storageKeys.clone)
        return of(0)
      }
      tellTabs(
        world,
        provider !== null && error === null
          ? { kind: 'loginConnected', provider }
          : { kind: 'connectionFailed', code: error ?? 'unknown' },
      )
      world.location.close()
      return timer(STILL_HERE_MS, world.scheduler)
    }),
    act(() => world.location.go(PAGE, 'replace')),
  )
