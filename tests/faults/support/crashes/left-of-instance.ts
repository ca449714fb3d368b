import { dockerAt, type TestContainerEngine } from '../../../container-engine.ts'
import { withStoreOf } from '../../../e2e/fixtures/store-of.ts'
import type { ControlPlane } from '../control-plane.ts'

interface Left {
  workloads: string[]
  doubled: number
  serving: number
}

/** What the rows of an instance say that runs. */
export const leftOfInstance = async (of: ControlPlane, id: string): Promise<Left> => {
  let found: Left = { workloads: [], doubled: 0, serving: 0 }
  await withStoreOf(of, async ({ pool }) => {
    const { rows } = await pool.query<{ workload: string; place: string }>(
      `select workload_id as workload, service || index as place from replica where instance_id = $1 and removed_at is null`,
      [id],
    )
    const serving = await pool.query(
      'select 1 from deployment where instance_id = $1 and active_since is not null and ended_at is null',
      [id],
    )
    found = {
      workloads: rows.map(({ workload }) => workload).toSorted(),
      doubled: rows.length - new Set(rows.map(({ place }) => place)).size,
      serving: serving.rows.length,
    }
  })
  return found
}

interface OnEngine {
  containers: string[]
  networks: string[]
  volumes: string[]
}

export const nothing: OnEngine = { containers: [], networks: [], volumes: [] }

/** What the engine has of an instance, or of all of an installation. */
export const leftOnEngine = async (
  engine: TestContainerEngine,
  label: { instance?: string; installation?: string },
): Promise<OnEngine> => {
  if ('skipped' in engine) return nothing
  const docker = dockerAt(engine.host)
  const [name, value = ''] = label.instance
    ? (['longshore.label.instance', label.instance] as const)
    : (['longshore.installation', label.installation] as const)
  const [containers, networks, { Volumes: volumes }] = await Promise.all([
    docker.listContainers({ all: true, filters: { label: [`${name}=${value}`] } }),
    docker.listNetworks(),
    docker.listVolumes(),
  ])
  return {
    containers: containers.map(({ Labels }) => Labels['longshore.workload'] ?? 'no workload').toSorted(),
    networks: networks.map(({ Name }) => Name).filter((each) => each.includes(value)),
    volumes: volumes.map(({ Name }) => Name).filter((each) => each.includes(value)),
  }
}
