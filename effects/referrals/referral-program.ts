import { filter, map } from 'rxjs'
import { selectConfiguration } from '../../src/calls/select-configuration.ts'
import { storageKeys } from '../../src/session/storage-keys.ts'
import { act, openTab } from '../act.ts'
import type { ConsoleEffect, Effect } from '../deps.ts'

const MAX_CODE_LENGTH = 100

/** Stores the code of a referral link, because its visitor may sign up much later. */
export const persistReferralCode: Effect = (messages, { world }) =>
  messages.of('location/changed').pipe(
    filter(({ path }) => path === '/signup'),
    map(({ query }) => new URLSearchParams(query)),
    map((query) => query.get('referralCode') ?? query.get('ref') ?? ''),
    filter((code) => code !== '' && code.length <= MAX_CODE_LENGTH),
    act((code) => world.localStorage.set(storageKeys.referralCode, code)),
  )

/** Opens the installation's registration page: one of the console, or a form elsewhere. */
export const openRegistration: ConsoleEffect = (messages, { world, read }) =>
  messages.of('ui/referralInterestPressed').pipe(
    act(() => {
      const to = selectConfiguration(read())?.links.referralRegistration
      if (to) openTab(world, to)
    }),
  )
