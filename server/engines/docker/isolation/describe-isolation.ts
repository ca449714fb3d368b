import type { MeasuredIsolation } from '../../interface/description.ts'

const places: [kind: keyof Omit<MeasuredIsolation, 'atMs'>, label: string][] = [
  ['betweenInstances', 'each other'],
  ['host', 'this machine'],
  ['controlPlane', 'the control plane'],
  ['metadata', 'the cloud metadata service'],
]

/** Describes the last measurement in one sentence; empty before the first. */
export function describeIsolation(measured: MeasuredIsolation | undefined): string {
  if (!measured) return ''
  const named = (reach: string) => places.filter(([kind]) => measured[kind] === reach).map(([, label]) => label)
  const reachable = named('reachable')
  const blocked = named('blocked')
  if (reachable.length > 0) return `Workloads can reach ${listed(reachable, 'and')}.`
  return blocked.length > 0 ? `Workloads cannot reach ${listed(blocked, 'or')}.` : ''
}

function listed(items: string[], last: 'and' | 'or'): string {
  return new Intl.ListFormat('en-GB', { type: last === 'and' ? 'conjunction' : 'disjunction' }).format(items)
}
