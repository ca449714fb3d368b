import type { StoredConfiguration } from '../contract/wire/instance/instance-configuration.ts'

/** Names volumes as the subject of a sentence. */
export const namedVolumes = (names: readonly string[]): string =>
  `${names.length === 1 ? 'The volume' : 'The volumes'} ${names.join(', ')}`

/** Says which volumes a change leaves without a user; empty if it leaves none. */
export const unusedVolumesText = (before: StoredConfiguration, after: StoredConfiguration): string => {
  const namesOf = ({ services }: StoredConfiguration) =>
    services.flatMap(({ volumes }) => volumes.map(({ name }) => name))
  const used = new Set(namesOf(after))
  const unused = namesOf(before).filter((name) => !used.has(name))
  if (unused.length === 0) return ''
  return unused.length === 1
    ? ` ${namedVolumes(unused)} stays in the project without a user, and is charged until you delete it.`
    : ` ${namedVolumes(unused)} stay in the project without a user, and are charged until you delete them.`
}

/** Says what an instance keeps, and pays for, while it is closed; empty if it keeps nothing. */
export const keptWhileClosedText = (volumes: readonly string[], addresses: readonly string[]): string => {
  const kept = [...groupText('volume', 'volumes', volumes), ...groupText('address', 'addresses', addresses)]
  if (kept.length === 0) return ''
  return volumes.length + addresses.length === 1
    ? `The ${kept[0]} is kept, and costs until you delete it.`
    : `The ${kept.join(' and the ')} are kept, and cost until you delete them.`
}

const groupText = (one: string, many: string, names: readonly string[]): string[] =>
  names.length === 0 ? [] : [`${names.length === 1 ? one : many} ${names.join(', ')}`]
