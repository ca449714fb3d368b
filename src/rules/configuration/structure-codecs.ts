import type { LocatedMap, LocatedValue } from '../yaml/located-value.ts'
import { type Codec, type Fields, type Place, type Reading, readAt, reject, within } from './codec.ts'
import { unknownFieldMessage } from './unknown-field.ts'

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A key without a value counts as left out. */
const isNull = (value: LocatedValue): boolean => value.kind === 'scalar' && value.value === null

export const listOf = (item: Codec, example: string): Codec => ({
  read: (value, place, reading) => {
    if (isNull(value)) return null
    if (value.kind !== 'list') return reject(reading, place, `Write a list, such as ${example}.`)
    return value.items.map((entry, at) => readAt(item, entry, within(place, entry.at, at, at), reading))
  },
  write: (value) => (Array.isArray(value) ? value.map(item.write) : undefined),
  form: { kind: 'list', of: item.form },
})

/** Reads the fields of a map. Fields that the file leaves out are left out. */
export const readFields = (map: LocatedMap, fields: Fields, place: Place, reading: Reading) => {
  const read: Record<string, unknown> = {}
  for (const [name, { at, value }] of map.entries) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (!field) {
      reject(reading, within(place, at, name, name), unknownFieldMessage(name, Object.keys(fields)))
      continue
    }
    const result = readAt(field.codec, value, within(place, isNull(value) ? at : value.at, name, field.to), reading)
    if (result !== undefined && !isNull(value)) read[field.to] = result
  }
  return read
}

export const writeFields = (value: unknown, fields: Fields): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { to, codec }]) => {
      const given = isRecord(value) ? value[to] : undefined
      const written = given === undefined || given === null ? undefined : codec.write(given)
      return written === undefined ? [] : [[name, written]]
    }),
  )

export const mapOf = (fields: Fields): Codec => ({
  read: (value, place, reading) => {
    if (isNull(value)) return null
    if (value.kind === 'map') return readFields(value, fields, place, reading)
    return reject(reading, place, `Write a map with the fields ${Object.keys(fields).join(', ')}.`)
  },
  write: (value) => writeFields(value, fields),
  form: { kind: 'map', fields },
})

/** A list of the contract whose items have a `name`: in the file, a map by that name. */
export const namedMapOf = (fields: Fields): Codec => ({
  read: (value, place, reading) => {
    if (value.kind !== 'map') return reject(reading, place, 'Write a map, with a name before each item.')
    return [...value.entries].map(([name, { at, value: entry }], position) => {
      const here = within(place, at, name, position)
      reading.places.set(here.path, here)
      reading.places.set(`${here.path}.name`, here)
      if (entry.kind === 'map') return { name, ...readFields(entry, fields, here, reading) }
      return reject(reading, here, `Write a map with the fields of “${name}”.`)
    })
  },
  write: (value) =>
    Array.isArray(value)
      ? Object.fromEntries(value.map((item: unknown) => [isRecord(item) ? item.name : '', writeFields(item, fields)]))
      : undefined,
  form: { kind: 'named', fields },
})
