import type { Quota, QuotaName } from '../contract/wire/quota.ts'
import { formatBytes, formatCpu } from './format-size.ts'

/** The amounts that one more instance or project adds to quotas. */
export type QuotaNeed = Partial<Record<QuotaName, number>>

const titles: Record<QuotaName, string> = {
  instances: 'Instances',
  cpu: 'CPU',
  memory: 'Memory',
  storage: 'Storage',
  ports: 'Ports',
  addresses: 'IP addresses',
  projects: 'Projects',
}

export const quotaTitle = (name: QuotaName): string => titles[name]

export function quotaAmount(name: QuotaName, amount: number): string {
  if (name === 'cpu') return formatCpu(amount)
  return name === 'memory' || name === 'storage' ? formatBytes(amount) : String(amount)
}

/** Returns the first quota that would be exceeded, if any. */
export const exceededQuota = (quotas: readonly Quota[], need: QuotaNeed): Quota | undefined =>
  quotas.find(({ name, used, limit }) => {
    const needed = need[name]
    return limit !== null && needed !== undefined && used + needed > limit
  })

/** Returns a message with the quota, its usage and limit, and what to do about it. */
export function quotaExceededMessage({ name, used, limit }: Quota, need: QuotaNeed): string {
  const [inUse, max, needed] = [used, limit ?? 0, need[name] ?? 0].map((amount) => quotaAmount(name, amount))
  if (name === 'instances') {
    return `Your organisation has ${inUse} of ${max} instances, closed ones included. Delete one that you no longer need, or ask the operator to raise the limit.`
  }
  if (name === 'projects') {
    return `Your organisation has ${inUse} of ${max} projects. Delete one that you no longer need, or ask the operator to raise the limit.`
  }
  if (name === 'addresses') {
    return `Your organisation holds ${inUse} of its ${max} IP addresses, and this needs ${needed} more. Release a static one, choose a shared address, or ask the operator to raise the limit.`
  }
  return `Your organisation uses ${inUse} of its ${max} ${titles[name].replace(/^[MSP]/, (first) => first.toLowerCase())}, and this instance needs ${needed}. ${name === 'ports' ? 'Open fewer ports' : 'Choose a smaller plan'}, close another instance, or ask the operator to raise the limit.`
}

const SCARCE = 0.2

/** Whether less than a fifth of a quota is left. */
export const isScarce = ({ used, limit }: Quota): boolean => limit !== null && limit - used < limit * SCARCE
