import { selectConfiguration } from '../../src/calls/select-configuration.ts'
import { act } from '../act.ts'
import type { Effect } from '../deps.ts'

/** Where people join is up to the installation: a page of the console, or a form elsewhere. */
export const openRegistration: Effect = (messages, { world, read }) =>
  messages.of('ui/referralInterestPressed').pipe(
    act(() => {
      const to = selectConfiguration(read())?.links.referralRegistration
      if (to && !world.location.open(to)) world.location.leave(to)
    }),
  )
