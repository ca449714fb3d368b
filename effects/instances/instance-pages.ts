import { filter, map } from 'rxjs'
import { selectModals } from '../../src/modals/modals.ts'
import { selectOrganization } from '../../src/organizations/organizations.ts'
import { act } from '../act.ts'
import type { Effect } from '../deps.ts'

/** Opens the deployment log of a new instance. */
export const openNewInstance: Effect = (messages, { world, read }) =>
  messages
    .of('api/createInstance.succeeded', 'api/createClusterInstance.succeeded', 'api/duplicateInstance.succeeded')
    .pipe(
      act(({ response }) => {
        const username = selectOrganization(read())?.profile.username
        const { computeProjectId, computeInstanceId } = response
        if (username) world.location.go(`/${username}/${computeProjectId}/${computeInstanceId}/logs/deployment-logs`)
      }),
    )

/**
 * Opens the deployment log of a deployment that was made on a page of its instance. A dialog that deploys several
 * instances in turn stays where it is.
 */
export const openNewDeployment: Effect = (messages, { world, read }) =>
  messages
    .of(
      'api/updateInstance.succeeded',
      'api/restartInstance.succeeded',
      'api/redeployInstance.succeeded',
      'api/rollbackInstance.succeeded',
      'api/updateHealthCheck.succeeded',
    )
    .pipe(
      act(({ response }) => {
        const username = selectOrganization(read())?.profile.username
        const { computeProject, _id } = response.instance
        const isOfPage = world.location.read().path.split('/')[3] === _id
        const isInTurn = selectModals(read()).some(({ kind }) => kind === 'attachVolume')
        if (username && isOfPage && !isInTurn)
          world.location.go(`/${username}/${computeProject}/${_id}/logs/deployment-logs`)
      }),
    )

/** Opens the output of a command that was run here, from any page of its instance. */
export const openNewRun: Effect = (messages, { world }) =>
  messages.of('api/startRun.succeeded', 'api/startJob.succeeded').pipe(
    act(({ input, response }) => {
      const [, username, projectId, instanceId] = world.location.read().path.split('/')
      if (instanceId === input.id)
        world.location.go(`/${username}/${projectId}/${instanceId}/jobs/runs/${response.run._id}`)
    }),
  )

/**
 * Leaves the pages of an instance that was deleted here. Its project is read from the address, because the event of the
 * removal can arrive before the response and clear the state.
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
