import { exhaustMap, groupBy, mergeMap, timer } from 'rxjs'
import { succeededTypes } from '../../src/calls/call-types.ts'
import { type Kind, kinds } from '../../src/contract/kinds/kinds.ts'
import { type Entities, type Entity, staleIds } from '../../src/core/entities.ts'
import { callOutcome } from '../calls/call-outcome.ts'
import type { ConsoleEffect } from '../deps.ts'

const FORGET_MS = 60_000

/** Refetches a resource whose change could not be merged, because the revision before it is missing. */
export const refetchStale: ConsoleEffect = (messages, deps) =>
  messages.of('socket/organizationChanged', ...succeededTypes).pipe(
    mergeMap(() => {
      const state: Record<Kind['slice'], Entities<Entity>> = deps.read()
      return kinds.flatMap(({ slice, readOne }) => staleIds(state[slice]).map((id) => ({ readOne, id })))
    }),
    groupBy(({ readOne, id }) => `${readOne} ${id}`, { duration: () => timer(FORGET_MS, deps.world.scheduler) }),
    mergeMap((stale$) => stale$.pipe(exhaustMap(({ readOne, id }) => callOutcome(deps, readOne, { id })))),
  )
