import { filter, map } from 'rxjs'
import { storageKeys } from '../../src/session/storage-keys.ts'
import { act } from '../act.ts'
import type { Effect } from '../deps.ts'

const LONGEST = 100

/** Whoever follows somebody's link may sign up much later: the code waits in this browser. */
export const persistReferralCode: Effect = (messages, { world }) =>
  messages.of('location/changed').pipe(
    filter(({ path }) => path === '/signup'),
    map(({ query }) => new URLSearchParams(query)),
    map((query) => query.get('referralCode') ?? query.get('ref') ?? ''),
    filter((code) => code !== '' && code.length <= LONGEST),
    act((code) => world.localStorage.set(storageKeys.referralCode, code)),
  )
