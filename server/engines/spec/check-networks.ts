import type { WorkloadSpec } from '../engine.ts'
import { invalid } from './check-path.ts'

/** One for each service of an instance, and one of its project. */
const MAX_NETWORKS = 21
const MAX_ALIASES = 20
const MAX_NAME = 253
const hostName = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/

export function checkNetworks({ networks = [] }: Pick<WorkloadSpec, 'networks'>): void {
  if (networks.length > MAX_NETWORKS)
    throw invalid('networks', `A workload can be connected to at most ${MAX_NETWORKS} networks.`)
  for (const [index, { networkId, aliases }] of networks.entries()) {
    if (networks.findIndex((other) => other.networkId === networkId) !== index)
      throw invalid(`networks.${index}.networkId`, 'This network is listed twice.')
    checkAliases(`networks.${index}.aliases`, aliases)
  }
}

export function checkAliases(field: string, aliases: readonly string[]): void {
  if (aliases.length > MAX_ALIASES)
    throw invalid(field, `A workload can have at most ${MAX_ALIASES} names in a network.`)
  const wrong = aliases.find((alias) => alias.length > MAX_NAME || !hostName.test(alias))
  if (wrong === undefined) return
  throw invalid(
    field,
    `${JSON.stringify(wrong.slice(0, MAX_NAME))} is not a host name. Use a-z, 0-9, hyphens and dots.`,
  )
}
