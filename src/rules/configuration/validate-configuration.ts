import * as v from 'valibot'
import { filledText } from '../../contract/wire/common.ts'
import {
  type InstanceConfiguration,
  instanceConfiguration,
} from '../../contract/wire/instance/instance-configuration.ts'
import { issueMessage } from '../validation/issue-message.ts'
import { inOrder, type Problem, problemAt } from '../yaml/located-value.ts'
import type { Place, Reading } from './codec.ts'
import type { ConfigurationFile } from './configuration-file.ts'
import { startOrderPath } from './start-order-place.ts'

/**
 * `notes` list what a file says and Longshore does not do; a configuration with notes can be deployed. `locate` returns
 * the place of an error of the server, by its path in the configuration, such as `services.0.volumes`.
 */
export type ReadConfiguration =
  | { kind: 'configuration'; file: ConfigurationFile; notes: Problem[]; locate: Locate }
  | { kind: 'problems'; problems: Problem[]; notes: Problem[] }

type Locate = (path: string, message: string) => Problem

const identity = v.object({ name: v.optional(filledText(60)), region: v.optional(filledText(60)) })

/** Checks what was read against the contract. The messages are those of the API, at the place in the file. */
export const validateConfiguration = (
  given: { name?: unknown; region?: unknown; projectNetwork?: unknown; services?: unknown },
  reading: Reading,
  nameOfField: (contractName: string) => string = (name) => name,
): ReadConfiguration => {
  const { name, region, projectNetwork, services } = given
  const head = v.safeParse(identity, { name, region }, { message: issueMessage })
  const body = v.safeParse(
    instanceConfiguration,
    { services, ...(projectNetwork != null && { projectNetwork }) },
    { message: issueMessage },
  )
  const issues = [...(head.issues ?? []), ...(body.issues ?? [])]
  const problems = issues.flatMap((issue) => problemOf(issue, reading, nameOfField))
  if (reading.problems.length > 0 || !head.success || !body.success)
    return { kind: 'problems', problems: inOrder([...reading.problems, ...problems]), notes: [] }
  const locate: Locate = (path, message) => locateIn(reading, path.split('.'), message, nameOfField)
  return { kind: 'configuration', file: fileOf(head.output, body.output), notes: [], locate }
}

const fileOf = (
  { name, region }: v.InferOutput<typeof identity>,
  configuration: InstanceConfiguration,
): ConfigurationFile => ({
  ...(name !== undefined && { name }),
  ...(region !== undefined && { region }),
  configuration,
})

const problemOf = (
  issue: v.BaseIssue<unknown>,
  reading: Reading,
  nameOfField: (contractName: string) => string,
): Problem[] => {
  const found = locateIn(reading, pathOf(issue), issue.message, nameOfField)
  // The value could not be read, which the user knows already.
  const isKnown = reading.problems.some(({ path }) => path === found.path || found.path.startsWith(`${path}.`))
  return isKnown ? [] : [found]
}

const locateIn = (
  { places }: Reading,
  path: readonly string[],
  message: string,
  nameOfField: (contractName: string) => string,
): Problem => {
  const { place, rest } = nearestPlace(places, path)
  return problemAt(place.at, [place.field, ...rest.map(nameOfField)].filter((part) => part !== '').join('.'), message)
}

const pathOf = (issue: v.BaseIssue<unknown>): string[] => {
  const path = issue.path ?? []
  const written = path.map(({ key }) => String(key))
  // A check of all services together runs only after each of them was accepted.
  const isOrder = issue.type === 'check' && written.join('.') === 'services'
  const services = path.at(0)?.value as InstanceConfiguration['services']
  return (isOrder ? startOrderPath(services) : undefined) ?? written
}

/** Returns the place of a value, or of the nearest one around it if the file leaves it out. */
const nearestPlace = (
  places: ReadonlyMap<string, Place>,
  path: readonly string[],
): { place: Place; rest: string[] } => {
  for (let length = path.length; length > 0; length -= 1) {
    const place = places.get(path.slice(0, length).join('.'))
    if (place) return { place, rest: path.slice(length) }
  }
  return { place: { at: { line: 1, column: 1 }, field: '', path: '' }, rest: [...path] }
}
