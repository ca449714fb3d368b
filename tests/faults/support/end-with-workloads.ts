import { dockerAt, type TestContainerEngine } from '../../container-engine.ts'
import { withStoreOf } from '../../e2e/fixtures/store-of.ts'
import type { Plane } from './plane.ts'

/** Ends a control plane, and what it left running on an engine that others use too. */
export const endWithWorkloads = async (plane: Plane, engine: TestContainerEngine): Promise<void> => {
  if ('skipped' in engine) return plane.end()
  if (!plane.isUp()) await plane.start()
  let installation = ''
  await withStoreOf(plane, async ({ pool }) => {
    installation = (await pool.query<{ id: string }>('select id from installation')).rows[0]?.id ?? ''
  })
  await plane.end()
  const docker = dockerAt(engine.host)
  const left = await docker.listContainers({
    all: true,
    filters: { label: [`longshore.installation=${installation}`] },
  })
  await Promise.all(left.map(({ Id }) => docker.getContainer(Id).remove({ force: true })))
}
