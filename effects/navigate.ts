import { filter, forkJoin, map, switchMap, take, timer } from 'rxjs'
import { selectOrganization } from '../src/organizations/organizations.ts'
import { act } from './act.ts'
import type { Effect } from './deps.ts'

/** The steps of an organisation's making stay on screen this long, however fast the server was. */
const MAKING_MS = 6000

/** An organisation is made to be used: its dashboard opens, unless the person has gone elsewhere meanwhile. */
export const openNewOrganization: Effect = (messages, { world }) =>
  messages.of('ui/createOrganization.requested').pipe(
    switchMap(({ requestId }) => {
      const succeeded$ = messages.of('api/createOrganization.succeeded').pipe(
        filter((message) => message.requestId === requestId),
        take(1),
      )
      return forkJoin([succeeded$, timer(MAKING_MS, world.scheduler)])
    }),
    map(([{ response }]) => response.organization.profile.username),
    filter(() => ['/create-new-organisation', '/onboarding'].includes(world.location.read().path)),
    act((username) => world.location.go(`/${username}/dashboard`)),
  )

/** A command line that was let in is told of where its person can close the tab. */
export const openCliLoginDone: Effect = (messages, { world }) =>
  messages.of('api/decideDeviceLogin.succeeded').pipe(
    filter(({ response }) => response.approved),
    act(({ response }) => {
      const query = response.email === null ? '' : `?${new URLSearchParams({ email: response.email })}`
      world.location.go(`/notifications/cli-login${query}`, 'replace')
    }),
  )

/** A project is made to deploy into: the wizard opens. */
export const openNewProject: Effect = (messages, { world, read }) =>
  messages.of('api/createProject.succeeded').pipe(
    act(({ response }) => {
      const username = selectOrganization(read())?.profile.username
      if (username) world.location.go(`/${username}/${response._id}/new-instance`)
    }),
  )

/** A deploy is watched where it is told of. */
export const openNewInstance: Effect = (messages, { world, read }) =>
  messages.of('api/createInstance.succeeded').pipe(
    act(({ response }) => {
      const username = selectOrganization(read())?.profile.username
      const { computeProjectId, computeInstanceId } = response
      if (username) world.location.go(`/${username}/${computeProjectId}/${computeInstanceId}/logs/deployment-logs`)
    }),
  )

/**
 * The page of what was deleted here is left; a page elsewhere stays. The address says where to, because the instance may
 * be gone from the state already: the event of its removal can come before the answer.
 */
export const redirectFromDeletedInstance: Effect = (messages, { world }) =>
  messages.of('api/deleteInstance.succeeded').pipe(
    map(({ input }) => {
      const [, username, projectId, instanceId] = world.location.read().path.split('/')
      return instanceId === input.id ? `/${username}/project/${projectId}` : null
    }),
    filter((project) => project !== null),
    act((project) => world.location.go(project)),
  )

export const redirectFromDeletedProject: Effect = (messages, { world, read }) =>
  messages.of('api/deleteProject.succeeded').pipe(
    filter(({ input }) => world.location.read().path.includes(input.id)),
    act(() => {
      const username = selectOrganization(read())?.profile.username
      if (username) world.location.go(`/${username}/dashboard`)
    }),
  )
