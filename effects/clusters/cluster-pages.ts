import { filter } from 'rxjs'
import { act } from '../act.ts'
import type { Effect } from '../deps.ts'

/** Leaves the page of a cluster that was deleted here. */
export const redirectFromDeletedCluster: Effect = (messages, { world }) =>
  messages.of('api/deleteCluster.succeeded').pipe(
    filter(({ input }) => world.location.read().path.includes(input.id)),
    act(() => world.location.go('/compute/dashboard')),
  )
