import { EngineFailure, type WorkloadSpec } from '../../engine.ts'
import { DEFAULT_NETWORK_ROOM, type EngineNetworks } from '../../interface/networks.ts'
import { checkAliases } from '../../spec/check-networks.ts'
import { invalid } from '../../spec/check-path.ts'
import type { DockerClient } from '../docker-client.ts'
import { ignoreStatus, statusOf } from '../docker-failure.ts'
import type { DockerNames } from '../docker-names.ts'
import { connectContainer } from './connect-container.ts'
import { SUBNET_BITS } from './subnet-pool.ts'
import type { WorkloadNetworks } from './workload-networks.ts'

export interface SharedNetworks extends EngineNetworks {
  /** Connects a container that has not been started yet to the networks of its specification. */
  connectAll(spec: WorkloadSpec, signal: AbortSignal): Promise<void>
}

const CALL_MS = 30_000
/** The network, its gateway and the broadcast address. */
const OWN_ADDRESSES = 3
/** 4,093 workloads: a larger network would take a noticeable part of all addresses. */
const MIN_SUBNET_BITS = 20

export function sharedNetworks(client: DockerClient, networks: WorkloadNetworks, names: DockerNames): SharedNetworks {
  const { docker } = client
  const networkOf = (id: string) => docker.getNetwork(names.sharedNetwork.name(id))
  const containerOf = (id: string) => docker.getContainer(names.container(id))

  /** False when there is none; throws when it belongs to another program. */
  async function exists(id: string): Promise<boolean> {
    const info = await networkOf(id).inspect().catch(ignoreStatus(404))
    if (!info) return false
    if (names.sharedNetwork.ownLabels(id, info.Labels)) return true
    throw invalid(
      'networks',
      `A network named ${info.Name} already exists and does not belong to Longshore. Remove it.`,
    )
  }

  async function connect(workloadId: string, networkId: string, aliases: readonly string[], signal: AbortSignal) {
    if (!(await exists(networkId)))
      throw new EngineFailure('networkNotFound', 'The network no longer exists. Create it again, then try again.')
    await connectContainer(networkOf(networkId), containerOf(workloadId), aliases, signal)
  }

  return {
    async createNetwork(id, labels, { maxWorkloads = DEFAULT_NETWORK_ROOM } = {}) {
      const subnetBits = subnetBitsFor(maxWorkloads)
      const { name, labels: all } = names.sharedNetwork
      if (await exists(id)) return
      await networks.ensure({ name: name(id), labels: all(id, labels), subnetBits }, AbortSignal.timeout(CALL_MS))
      await exists(id)
    },

    async removeNetwork(id) {
      if (!(await exists(id))) return
      try {
        await networkOf(id).remove({ abortSignal: AbortSignal.timeout(CALL_MS) })
      } catch (error) {
        if (statusOf(error) === 404) return
        if (!isInUse(error)) throw error
        throw new EngineFailure('networkInUse', 'Workloads are connected to the network. Stop them first.', {
          cause: error,
        })
      }
    },

    async connect(workloadId, networkId, aliases) {
      checkAliases('aliases', aliases)
      await connect(workloadId, networkId, aliases, AbortSignal.timeout(CALL_MS))
    },

    async disconnect(workloadId, networkId) {
      const options = { Container: names.container(workloadId), Force: true }
      try {
        await networkOf(networkId).disconnect({ ...options, abortSignal: AbortSignal.timeout(CALL_MS) })
      } catch (error) {
        if (statusOf(error) === 404 || isNotConnected(error)) return
        throw error
      }
    },

    async connectAll({ id, networks: attachments = [] }, signal) {
      for (const { networkId, aliases } of attachments) await connect(id, networkId, aliases, signal)
    },
  }
}

function subnetBitsFor(maxWorkloads: number): number {
  const bits = Math.min(SUBNET_BITS, 32 - Math.ceil(Math.log2(maxWorkloads + OWN_ADDRESSES)))
  if (Number.isInteger(maxWorkloads) && maxWorkloads > 0 && bits >= MIN_SUBNET_BITS) return bits
  const most = 2 ** (32 - MIN_SUBNET_BITS) - OWN_ADDRESSES
  throw invalid('maxWorkloads', `A network has room for 1 to ${most} workloads.`)
}

const isInUse = (error: unknown): boolean =>
  error instanceof Error && /active endpoints|in use|associated containers/i.test(error.message)

const isNotConnected = (error: unknown): boolean => error instanceof Error && /is not connected to/i.test(error.message)
