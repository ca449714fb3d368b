import { startContainerEngine } from '../../tests/container-engine.ts'
import { type ControlPlane, client, deploy, makeProject, settled, startControlPlane } from './control-plane.ts'

export interface Running {
  instanceId: string
  deploymentId: string
  /** The URL of its log in the console. */
  logPage: string
}

/** A control plane on a container engine. */
export interface DockerControlPlane extends ControlPlane {
  token: string
  /** The engine's socket, such as `unix:///…`. */
  dockerHost: string
  /** Deploys a built-in image and waits until it runs. */
  run(image: string, environment: Record<string, string>): Promise<Running>
}

/** Resolves with undefined if there is no container engine. */
export const startDockerControlPlane = async (): Promise<DockerControlPlane | undefined> => {
  const engine = await startContainerEngine()
  if ('skipped' in engine) return undefined
  const controlPlane = await startControlPlane({
    LONGSHORE_ENGINE: 'docker',
    DOCKER_HOST: engine.host,
    LONGSHORE_LOG: 'error',
    LONGSHORE_REQUESTS_PER_MINUTE: '999999999',
  })
  const token = await controlPlane.signIn('bench')
  const made = await makeProject(controlPlane.url, token)
  const deployed: string[] = []
  return {
    ...controlPlane,
    token,
    dockerHost: engine.host,
    run: async (image, environment) => {
      const { _id } = await deploy(controlPlane.url, token, made, image, [], environment)
      deployed.push(_id)
      const { activeDeployment } = await settled(controlPlane.url, token, _id, 'Active')
      return {
        instanceId: _id,
        deploymentId: activeDeployment,
        logPage: `${controlPlane.url}/${made.username}/${made.projectId}/${_id}/logs/instance-logs`,
      }
    },
    stop: async () => {
      const { request } = client(controlPlane.url, token)
      for (const id of deployed) await request('DELETE', `compute-instance/${id}`)
      for (const id of deployed) {
        while (await request('GET', `compute-instance/${id}`).catch(() => undefined))
          await new Promise((resolve) => setTimeout(resolve, 100))
      }
      await controlPlane.stop()
      await engine.stop()
    },
  }
}
