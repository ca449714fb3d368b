import { filter, forkJoin, map, switchMap, take, timer } from 'rxjs'
import { act } from '../act.ts'
import type { ConsoleEffect } from '../deps.ts'

/** The steps of creating an organisation stay on screen at least this long. */
const CREATION_MS = 6000

/** Opens the dashboard of a new organisation, unless the user has left the page that creates it. */
export const openNewOrganization: ConsoleEffect = (messages, { world }) =>
  messages.of('ui/createOrganization.requested').pipe(
    switchMap(({ requestId }) => {
      const succeeded$ = messages.of('api/createOrganization.succeeded').pipe(
        filter((message) => message.requestId === requestId),
        take(1),
      )
      return forkJoin([succeeded$, timer(CREATION_MS, world.scheduler)])
    }),
    map(([{ response }]) => response.organization.profile.username),
    filter(() => ['/create-new-organisation', '/onboarding'].includes(world.location.read().path)),
    act((username) => world.location.go(`/${username}/dashboard`)),
  )
