import type { LocatedValue } from '../yaml/located-value.ts'
import { problemAt } from '../yaml/located-value.ts'
import { parseYaml } from '../yaml/parse-yaml.ts'
import type { Fields, Reading } from './codec.ts'
import { fileFields } from './configuration-file.ts'
import { serviceFields } from './service-fields.ts'
import { readFields } from './structure-codecs.ts'
import { type ReadConfiguration, validateConfiguration } from './validate-configuration.ts'

/** Reads the configuration of an instance from a YAML file. */
export const readConfiguration = (text: string): ReadConfiguration => {
  const parsed = parseYaml(text)
  return parsed.kind === 'problems' ? { ...parsed, notes: [] } : readLocatedConfiguration(parsed.value)
}

export const readLocatedConfiguration = (root: LocatedValue): ReadConfiguration => {
  if (root.kind !== 'map')
    return { kind: 'problems', problems: [problemAt(root.at, '', 'Write a map with the field “services”.')], notes: [] }
  const reading: Reading = { problems: [], places: new Map() }
  const read = readFields(root, fileFields, { at: root.at, field: '', path: '' }, reading)
  return validateConfiguration(read, reading, (name) => fileNames.get(name) ?? name)
}

const namesOf = (fields: Fields): [string, string][] => Object.entries(fields).map(([name, { to }]) => [to, name])

/** For fields that a file leaves out. */
const fileNames = new Map(namesOf(serviceFields))
