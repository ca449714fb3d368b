import { networkInterfaces } from 'node:os'
import { EngineFailure } from '../../engine.ts'
import type { DockerClient } from '../docker-client.ts'
import { statusOf } from '../docker-failure.ts'
import { bridgeName } from './bridge-name.ts'
import { createSubnetPool } from './subnet-pool.ts'

export interface WorkloadNetwork {
  name: string
  labels: Record<string, string>
}

export interface WorkloadNetworks {
  /** Creates the network unless it exists. Safe to repeat, and for two control planes at once. */
  ensure(network: WorkloadNetwork, signal: AbortSignal): Promise<void>
  /** Does nothing when it is unknown. */
  remove(name: string, signal: AbortSignal): Promise<void>
}

interface NetworkInfo {
  IPAM?: { Config?: { Subnet?: string }[] | null }
}

/** Subnets that the engine refuses although its list does not show them belong to somebody outside of it. */
const MAX_SUBNET_ATTEMPTS = 50
const LIST_LIMIT_MS = 15_000
const overlap =
  /pool overlaps|networks have overlapping|already (being )?used (on the host|by)|conflicts with existing/i
/** The name, or the name of the bridge, which follows from it. */
const isNameInUse = /already exists|same bridge name/i

/**
 * One bridge network for each workload, with a subnet from Longshore's own ranges: Docker's pools end at about 31
 * networks. The engine itself arbitrates: it refuses a subnet or a name that is in use.
 */
export function workloadNetworks(client: DockerClient, ranges: readonly string[]): WorkloadNetworks {
  const { docker } = client
  const pool = createSubnetPool(ranges)
  const rejectedSubnets = new Set<string>()
  let filled: Promise<void> | undefined

  async function fill(): Promise<void> {
    const networks = await client.getJson<NetworkInfo[]>('/networks', AbortSignal.timeout(LIST_LIMIT_MS))
    const used = networks.flatMap(({ IPAM }) => (IPAM?.Config ?? []).flatMap(({ Subnet }) => Subnet ?? []))
    pool.reset([...used, ...hostSubnets(), ...rejectedSubnets])
  }

  async function allocateSubnet(): Promise<string> {
    filled ??= fill().catch((error: unknown) => {
      filled = undefined
      throw error
    })
    await filled
    const free = pool.allocate()
    if (free !== undefined) return free
    // Networks that were removed meanwhile are free again.
    rejectedSubnets.clear()
    await fill()
    return pool.allocate() ?? exhausted(ranges)
  }

  return {
    async ensure({ name, labels }, signal) {
      for (let attempt = 0; attempt < MAX_SUBNET_ATTEMPTS; attempt += 1) {
        const subnet = await allocateSubnet()
        try {
          await docker.createNetwork({
            Name: name,
            CheckDuplicate: true,
            Driver: 'bridge',
            EnableIPv6: false,
            IPAM: { Driver: 'default', Config: [{ Subnet: subnet }] },
            Options: (await client.isPodman())
              ? { isolate: 'true' }
              : { 'com.docker.network.bridge.name': bridgeName(name) },
            Labels: labels,
            abortSignal: signal,
          })
          return
        } catch (error) {
          const message = error instanceof Error ? error.message : ''
          if (overlap.test(message)) {
            rejectedSubnets.add(subnet)
            filled = undefined
            continue
          }
          pool.release(subnet)
          if (isNameInUse.test(message)) return
          throw error
        }
      }
      exhausted(ranges)
    },

    async remove(name, signal) {
      await docker
        .getNetwork(name)
        .remove({ abortSignal: signal })
        .catch((error: unknown) => {
          // Gone, or held by a container that is still ending; removeOrphans removes it later.
          if (statusOf(error) === undefined) throw error
        })
    },
  }
}

/** Where the machine's own interfaces are; of no harm when the engine runs elsewhere. */
function hostSubnets(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses) => addresses?.flatMap(({ cidr }) => cidr ?? []) ?? [])
}

function exhausted(ranges: readonly string[]): never {
  throw new EngineFailure(
    'subnetsExhausted',
    `No subnet is free for the network of the workload: everything in ${ranges.join(', ')} is in use. Add a range to LONGSHORE_SUBNETS, or remove Docker networks that nobody needs (docker network prune).`,
  )
}
