import { filter } from 'rxjs'
import { selectOrganization } from '../../src/organizations/organizations.ts'
import { act } from '../act.ts'
import type { Effect } from '../deps.ts'

/** Opens the wizard: a project is created to deploy into it. */
export const openNewProject: Effect = (messages, { world, read }) =>
  messages.of('api/createProject.succeeded').pipe(
    act(({ response }) => {
      const username = selectOrganization(read())?.profile.username
      if (username) world.location.go(`/${username}/${response._id}/new-instance`)
    }),
  )

/** Leaves the pages of a project that was deleted here. */
export const redirectFromDeletedProject: Effect = (messages, { world, read }) =>
  messages.of('api/deleteProject.succeeded').pipe(
    filter(({ input }) => world.location.read().path.includes(input.id)),
    act(() => {
      const username = selectOrganization(read())?.profile.username
      if (username) world.location.go(`/${username}/dashboard`)
    }),
  )
