import { type Place, type Reading, within } from '../configuration/codec.ts'
import type { LocatedMap, LocatedValue, Problem } from '../yaml/located-value.ts'
import { problemAt } from '../yaml/located-value.ts'

/** What is collected while a Compose file is read. */
export interface ComposeReading extends Reading {
  /** What the file says that Longshore does not do. */
  notes: Problem[]
  /** The top level of the file. */
  root: LocatedMap
}

/** Reads one field of a service into fields of the contract. */
export type FieldReader = (value: LocatedValue, place: Place, reading: ComposeReading) => Record<string, unknown>

export const note = ({ notes }: ComposeReading, { at, field }: Place, message: string): void => {
  notes.push(problemAt(at, field, message))
}

export const problem = ({ problems }: ComposeReading, { at, field }: Place, message: string): void => {
  problems.push(problemAt(at, field, message))
}

export const textOf = (value: LocatedValue | undefined): string | undefined =>
  value?.kind === 'scalar' && value.value !== null ? String(value.value) : undefined

export const isTrue = (value: LocatedValue | undefined): boolean => textOf(value) === 'true'

export const entryOf = (value: LocatedValue | undefined, name: string): LocatedValue | undefined =>
  value?.kind === 'map' ? value.entries.get(name)?.value : undefined

/** Returns the place of a field of a service, noted under its name in the contract. */
export const placeOf = (reading: ComposeReading, place: Place, value: LocatedValue, field: string, path: string) => {
  const here = within(place, value.at, field, path)
  reading.places.set(here.path, here)
  return here
}

/** Returns the items of a list, or the single value, each with its place. */
export const itemsOf = (value: LocatedValue, place: Place): { item: LocatedValue; at: Place }[] =>
  value.kind === 'list'
    ? value.items.map((item, position) => ({ item, at: within(place, item.at, position, position) }))
    : [{ item: value, at: place }]

/** Notes fields that are not read. */
export const noteUnread = (value: LocatedValue, known: readonly string[], place: Place, reading: ComposeReading) => {
  if (value.kind !== 'map') return
  for (const [name, { at }] of value.entries)
    if (!known.includes(name) && !name.startsWith('x-'))
      note(reading, within(place, at, name, name), `“${name}” is not supported and has no effect.`)
}
