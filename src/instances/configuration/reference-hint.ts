import { referenceTargets } from './draft-references.ts'
import type { ServiceDraft } from './service-draft.ts'

const listed = (names: readonly string[]): string => [...new Set(names)].join(', ')

/** Names what a value refers to; for an unknown reference, lists the known ones. */
export const referenceHint = (references: readonly string[], services: readonly ServiceDraft[]): string => {
  const targets = referenceTargets(services)
  // The variables of a group are known to the server only.
  const isOpen = (name: string) => services.some((one) => one.name === name && one.variableGroups.length > 0)
  const missing = references.find((target) => !targets.includes(target) && !isOpen(target.split('.')[0] ?? ''))
  if (missing === undefined) return `Refers to ${references.join(', ')}`
  const [service = '', variable = ''] = missing.split('.')
  const own = targets.filter((target) => target.startsWith(`${service}.`))
  return own.length === 0
    ? `There is no service “${service}”. There is: ${listed(targets.map((target) => target.split('.')[0] ?? ''))}`
    : `${service} has no ${variable}. It has: ${listed(own.map((target) => target.slice(service.length + 1)))}`
}
