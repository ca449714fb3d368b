import { networkInterfaces } from 'node:os'
import { EngineFailure } from '../../engine.ts'
import type { DockerClient } from '../docker-client.ts'
import { statusOf } from '../docker-failure.ts'
import { bridgeName } from './bridge-name.ts'
import { createSubnetPool, SUBNET_BITS } from './subnet-pool.ts'

export interface WorkloadNetwork {
  name: string
  labels: Record<string, string>
  /** The prefix length of its subnet; `SUBNET_BITS` when not given. */
  subnetBits?: number
}

export interface WorkloadNetworks {
  /** Creates the network unless it exists. Idempotent, also for two control planes at once. */
  ensure(network: WorkloadNetwork, signal: AbortSignal): Promise<void>
  /** Does nothing when the network is unknown. */
  remove(name: string, signal: AbortSignal): Promise<void>
}

interface NetworkInfo {
  IPAM?: { Config?: { Subnet?: string }[] | null }
}

/** The engine also rejects subnets that its list does not show, because something else on the host uses them. */
const MAX_SUBNET_ATTEMPTS = 50
const LIST_LIMIT_MS = 15_000
const overlap =
  /pool overlaps|networks have overlapping|already (being )?used (on the host|by)|conflicts with existing/i
/** The name of the network, or of its bridge, which is derived from it. */
const isNameInUse = /already exists|same bridge name/i

/**
 * Creates one bridge network for each workload, with a subnet from Longshore's own ranges: Docker's default pools end
 * at about 31 networks. The engine arbitrates conflicts by rejecting a subnet or name that is in use.
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

  async function allocateSubnet(bits: number): Promise<string> {
    filled ??= fill().catch((error: unknown) => {
      filled = undefined
      throw error
    })
    await filled
    const free = pool.allocate(bits)
    if (free !== undefined) return free
    // Subnets of removed networks are free again.
    rejectedSubnets.clear()
    await fill()
    return pool.allocate(bits) ?? exhausted(ranges)
  }

  return {
    async ensure({ name, labels, subnetBits = SUBNET_BITS }, signal) {
      for (let attempt = 0; attempt < MAX_SUBNET_ATTEMPTS; attempt += 1) {
        const subnet = await allocateSubnet(subnetBits)
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
          // The network is gone, or a container that is still ending holds it; `removeOrphans` removes it later.
          if (statusOf(error) === undefined) throw error
        })
    },
  }
}

/** Lists the subnets of this machine's interfaces; harmless when the engine runs elsewhere. */
function hostSubnets(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses) => addresses?.flatMap(({ cidr }) => cidr ?? []) ?? [])
}

function exhausted(ranges: readonly string[]): never {
  throw new EngineFailure(
    'subnetsExhausted',
    `No subnet is free for the network of the workload: all of ${ranges.join(', ')} is in use. Add a range to LONGSHORE_SUBNETS, or remove unused Docker networks (docker network prune).`,
  )
}
