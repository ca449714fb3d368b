import { type Place, within } from '../configuration/codec.ts'
import { fileFields } from '../configuration/configuration-file.ts'
import { readFields } from '../configuration/structure-codecs.ts'
import { type ReadConfiguration, validateConfiguration } from '../configuration/validate-configuration.ts'
import { inOrder, type LocatedMap, type LocatedValue, problemAt } from '../yaml/located-value.ts'
import { parseYaml } from '../yaml/parse-yaml.ts'
import { type ComposeReading, note, problem, textOf } from './compose-reading.ts'
import { EXTENSION, readService } from './read-service.ts'
import { substituteInValues } from './variables/substitute-in-values.ts'
import type { Variables } from './variables/substitute-variables.ts'

const read = ['services', 'name', 'version', 'configs', 'secrets', 'volumes', 'networks']

/** Reads a Docker Compose file. What it says and Longshore does not do is listed in `notes`. */
export const readCompose = (text: string, variables: Variables = {}): ReadConfiguration => {
  const parsed = parseYaml(text)
  return parsed.kind === 'problems' ? { ...parsed, notes: [] } : readLocatedCompose(parsed.value, variables)
}

export const readLocatedCompose = (given: LocatedValue, variables: Variables): ReadConfiguration => {
  const collected = { problems: [], notes: [], places: new Map() }
  const root = substituteInValues(given, variables, collected)
  const services = root.kind === 'map' ? root.entries.get('services')?.value : undefined
  if (root.kind !== 'map' || services?.kind !== 'map')
    return {
      kind: 'problems',
      problems: [problemAt(root.at, 'services', 'Write the services under “services”.')],
      notes: [],
    }
  const reading: ComposeReading = { ...collected, root }
  const top: Place = { at: root.at, field: '', path: '' }
  for (const [name, { at }] of root.entries)
    if (!read.includes(name) && !name.startsWith('x-'))
      note(reading, within(top, at, name, name), `“${name}” is not supported and has no effect.`)
  const result = validateConfiguration(
    {
      name: textOf(root.entries.get('name')?.value),
      services: readServices(services, top, reading, variables),
      ...extensionOf(root, top, reading),
    },
    reading,
  )
  return { ...result, notes: inOrder(reading.notes) }
}

/** What Compose has no word for, of the whole instance. */
const extensionOf = (root: LocatedMap, top: Place, reading: ComposeReading): { projectNetwork?: unknown } => {
  const value = root.entries.get(EXTENSION)?.value
  const { projectNetwork } = fileFields
  if (value?.kind !== 'map' || !projectNetwork) return {}
  return readFields(value, { projectNetwork }, within(top, value.at, EXTENSION, ''), reading)
}

const readServices = (services: LocatedMap, top: Place, reading: ComposeReading, variables: Variables) => {
  const place = within(top, services.at, 'services', 'services')
  reading.places.set(place.path, place)
  return [...services.entries].map(([name, { at, value }], position) => {
    const here = within(place, at, name, position)
    for (const path of [here.path, `${here.path}.name`]) reading.places.set(path, here)
    if (value.kind === 'map') return readService(name, value, here, reading, variables)
    problem(reading, here, `Write a map with the fields of “${name}”.`)
    return undefined
  })
}
