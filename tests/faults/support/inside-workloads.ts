import type { Engine } from '../../../server/engines/engine.ts'
import type { Instance } from '../../../src/contract/wire/compute.ts'
import { type DockerPlatform, withDockerPlatform } from '../../security/support/docker-platform.ts'

const SCRIPT_MS = 20_000

/** The platform on a real engine, with short times for what these tests wait for. */
export const withQuickPlatform = () =>
  withDockerPlatform({}, {}, { settleMs: 50, portMs: 20_000, graceMs: 1000, firstRestartMs: 20 })

export interface Running {
  service: string
  workload: string
  number: number
}

/** Lists the replicas of an instance that were not removed, with the numbers of their deployments. */
export async function runningOf({ harness }: DockerPlatform, { _id }: Pick<Instance, '_id'>): Promise<Running[]> {
  const { rows } = await harness.store.pool.query<Running>(
    `select r.service, r.workload_id as workload, d.number from replica r join deployment d on d.id = r.deployment_id
     where r.instance_id = $1 and r.removed_at is null order by r.service, d.number, r.index`,
    [_id],
  )
  return rows
}

/** Runs a script of Node in a workload, and returns what it prints. */
export const nodeIn = async (engine: Engine, workload: string, script: string): Promise<string> =>
  (await engine.exec(workload, ['node', '-e', script], { timeoutMs: SCRIPT_MS })).output.trim()

/** Returns what the page says that a workload finds at a host; the error's code where it finds none. */
export const greetingOf = (engine: Engine, workload: string, host: string): Promise<string> =>
  nodeIn(
    engine,
    workload,
    `fetch('http://${host}:8080/', { signal: AbortSignal.timeout(3000) }).then((page) => page.text())
      .then((text) => console.log(/(Old|New) tide/.exec(text)?.[0] ?? 'nothing'), () => console.log('not found'))`,
  )

/** Lists the networks of the installation that carry this in their names. */
export async function networksNamed({ docker, installationId }: DockerPlatform, name: string): Promise<string[]> {
  const all = await docker.listNetworks()
  return all.map(({ Name }) => Name).filter((each) => each.includes(`${installationId}_network_${name}`))
}
