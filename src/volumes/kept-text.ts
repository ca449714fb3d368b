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
