import type { StoredConfiguration, StoredService } from '../../contract/wire/instance/instance-configuration.ts'

/** A field that differs. Values of variables and files are never shown: they have only changed. */
export type ConfigurationChange =
  | { kind: 'serviceAdded' | 'serviceRemoved'; service: string }
  | { kind: 'changed'; service: string; field: string; before: unknown; after: unknown }
  | { kind: 'added' | 'removed' | 'valueChanged'; service: string; field: 'environment' | 'files'; name: string }
  | { kind: 'registryChanged'; before: string | null; after: string | null }
  | { kind: 'projectNetworkChanged'; before: boolean; after: boolean }

type Described = { isSecret: boolean; digest: string }

/** Lists what differs between two deployments, field by field, in the order of the newer one's services. */
export function compareConfigurations(before: StoredConfiguration, after: StoredConfiguration): ConfigurationChange[] {
  const earlier = new Map(before.services.map((service) => [service.name, service]))
  const kept = new Set(after.services.map(({ name }) => name))
  return [
    ...(before.privateRegistry === after.privateRegistry
      ? []
      : [{ kind: 'registryChanged' as const, before: before.privateRegistry, after: after.privateRegistry }]),
    ...projectNetworkChange(before, after),
    ...before.services
      .filter(({ name }) => !kept.has(name))
      .map(({ name }) => ({ kind: 'serviceRemoved' as const, service: name })),
    ...after.services.flatMap((service): ConfigurationChange[] => {
      const known = earlier.get(service.name)
      return known ? compareServices(known, service) : [{ kind: 'serviceAdded', service: service.name }]
    }),
  ]
}

function projectNetworkChange(before: StoredConfiguration, after: StoredConfiguration): ConfigurationChange[] {
  const [earlier, later] = [before.projectNetwork ?? false, after.projectNetwork ?? false]
  return earlier === later ? [] : [{ kind: 'projectNetworkChanged', before: earlier, after: later }]
}

/** Earlier deployments have no variable groups. */
const none = (field: keyof StoredService) => (field === 'variableGroups' ? [] : null)

function compareServices(before: StoredService, after: StoredService): ConfigurationChange[] {
  const service = after.name
  const { environment: _variables, groupVariables: _groupVariables, files, ...rest } = after
  const fields = Object.keys(rest) as (keyof typeof rest)[]
  const changed = fields
    .filter((field) => !isSame(before[field] ?? none(field), after[field] ?? none(field)))
    .map((field) => ({ kind: 'changed' as const, service, field, before: before[field], after: after[field] }))
  return [
    ...changed,
    ...compareValues(service, 'environment', variablesOf(before), variablesOf(after)),
    ...compareValues(service, 'files', byKey(before.files, 'path'), byKey(files, 'path')),
  ]
}

/** Those of its variable groups too. */
const variablesOf = ({ environment, groupVariables = [] }: StoredService): Map<string, Described> =>
  new Map([...environment, ...groupVariables].map(({ name, isSecret, digest }) => [name, { isSecret, digest }]))

function compareValues(
  service: string,
  field: 'environment' | 'files',
  before: ReadonlyMap<string, Described>,
  after: ReadonlyMap<string, Described>,
): ConfigurationChange[] {
  const names = [...new Set([...before.keys(), ...after.keys()])]
  return names.flatMap((name): ConfigurationChange[] => {
    const [earlier, later] = [before.get(name), after.get(name)]
    if (!earlier) return [{ kind: 'added', service, field, name }]
    if (!later) return [{ kind: 'removed', service, field, name }]
    return isSame(earlier, later) ? [] : [{ kind: 'valueChanged', service, field, name }]
  })
}

const byKey = <K extends string, T extends Record<K, string>>(items: readonly T[], key: K): Map<string, T> =>
  new Map(items.map((item) => [item[key], item]))

/** Compares data of JSON; the order of fields does not matter, that of items does. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const [left, right] = [Object.entries(a), new Map(Object.entries(b))]
  return left.length === right.size && left.every(([key, value]) => right.has(key) && isSame(value, right.get(key)))
}
