import { client, deploy, makeProject, settled } from '../../../bench/support/control-plane.ts'
import { startContainerEngine } from '../../container-engine.ts'
import { type ControlPlane, startControlPlane } from './control-plane.ts'
import { stopWithWorkloads } from './stop-with-workloads.ts'

export const LINES_PER_SECOND = 10_000

export interface BusyLog {
  controlPlane: ControlPlane
  token: string
  /**
   * Deploys a workload that writes counted lines, of 100 bytes by default, and resolves with its deployment once it
   * runs.
   */
  startWriter(lines: number, lineBytes?: number): Promise<string>
  /** Closes the instance of a deployment. */
  closeInstance(deployment: string): Promise<void>
  stop(): Promise<void>
}

/** Starts a control plane on the best engine available. */
export const startBusyLog = async (): Promise<BusyLog> => {
  const engine = await startContainerEngine()
  const controlPlane = await startControlPlane({
    settings:
      'skipped' in engine ? { LONGSHORE_ENGINE: 'process' } : { LONGSHORE_ENGINE: 'docker', DOCKER_HOST: engine.host },
  })
  const token = await controlPlane.signIn('ada')
  const made = await makeProject(controlPlane.url, token)
  const instances = new Map<string, string>()
  return {
    controlPlane,
    token,
    startWriter: async (lines, lineBytes = 100) => {
      const environment = {
        LINES: String(lines),
        LINES_PER_SECOND: String(LINES_PER_SECOND),
        LINE_BYTES: String(lineBytes),
      }
      const { _id } = await deploy(controlPlane.url, token, made, 'longshore/burst:1', [], environment, 'medium')
      const { activeDeployment } = await settled(controlPlane.url, token, _id, 'Active')
      instances.set(activeDeployment, _id)
      return activeDeployment
    },
    closeInstance: async (deployment) => {
      const id = instances.get(deployment) ?? ''
      const { organizationId } = made
      await client(controlPlane.url, token).request('POST', `compute-instance/${id}/close`, { organizationId })
      await settled(controlPlane.url, token, id, 'Closed')
    },
    stop: async () => {
      await stopWithWorkloads(controlPlane, engine)
      if ('stop' in engine) await engine.stop()
    },
  }
}
