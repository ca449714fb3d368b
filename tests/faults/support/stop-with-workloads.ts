import { dockerAt, type TestContainerEngine } from '../../container-engine.ts'
import { withStoreOf } from '../../e2e/fixtures/store-of.ts'
import type { ControlPlane } from './control-plane.ts'

/** Returns the id with which a control plane labels what it has on an engine. */
export async function installationOf(controlPlane: ControlPlane): Promise<string> {
  let installation = ''
  await withStoreOf(controlPlane, async ({ pool }) => {
    installation = (await pool.query<{ id: string }>('select id from installation')).rows[0]?.id ?? ''
  })
  return installation
}

/** Stops a control plane, and the workloads that it left on a shared engine. */
export const stopWithWorkloads = async (controlPlane: ControlPlane, engine: TestContainerEngine): Promise<void> => {
  if ('skipped' in engine) return controlPlane.end()
  if (!controlPlane.isUp()) await controlPlane.start()
  const installation = await installationOf(controlPlane)
  await controlPlane.end()
  const docker = dockerAt(engine.host)
  const left = await docker.listContainers({
    all: true,
    filters: { label: [`longshore.installation=${installation}`] },
  })
  await Promise.all(left.map(({ Id }) => docker.getContainer(Id).remove({ force: true })))
}
