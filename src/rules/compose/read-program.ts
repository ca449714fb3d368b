import { within } from '../configuration/codec.ts'
import type { LocatedValue } from '../yaml/located-value.ts'
import { type FieldReader, itemsOf, problem, textOf } from './compose-reading.ts'
import { splitCommand } from './split-command.ts'
import type { Variables } from './variables/substitute-variables.ts'

/** A list, or one text that is split into words. */
export const commandReader =
  (to: 'command' | 'entrypoint'): FieldReader =>
  (value, place, reading) => {
    if (value.kind === 'list') return { [to]: value.items.map((item) => textOf(item) ?? '') }
    const text = textOf(value)
    if (text === undefined) return {}
    const words = splitCommand(text)
    if (!words) problem(reading, place, 'A quote is not closed.')
    return { [to]: words ?? [] }
  }

/** A map, or a list of `NAME=value`. A name alone takes its value from the variables. */
export const environmentReader =
  (variables: Variables): FieldReader =>
  (value, place, reading) => {
    const variable = (name: string, given: string | undefined, here: typeof place) => {
      reading.places.set(here.path, here)
      const found = given ?? (Object.hasOwn(variables, name) ? variables[name] : undefined)
      if (found === undefined) problem(reading, here, `${name} has no value. Set the variable, or write a value.`)
      return { name, value: found ?? '' }
    }
    if (value.kind === 'map')
      return {
        environment: [...value.entries].map(([name, { at, value: given }], position) =>
          variable(name, textOf(given), within(place, at, name, position)),
        ),
      }
    const byName = new Map<string, object>()
    for (const { item, at } of itemsOf(value, place)) {
      const text = textOf(item) ?? ''
      const equals = text.indexOf('=')
      const name = equals < 0 ? text : text.slice(0, equals)
      // The last of two values counts, as in Docker.
      const here = { ...at, path: within(place, item.at, name, byName.size).path }
      byName.set(name, variable(name, equals < 0 ? undefined : text.slice(equals + 1), here))
    }
    return { environment: [...byName.values()] }
  }

/** Returns the names of a list, or the keys of a map. */
export const namesOf = (value: LocatedValue): string[] =>
  value.kind === 'map'
    ? [...value.entries.keys()]
    : value.kind === 'list'
      ? value.items.flatMap((item) => textOf(item) ?? [])
      : []
