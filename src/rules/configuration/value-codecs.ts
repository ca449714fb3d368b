import type { LocatedValue } from '../yaml/located-value.ts'
import { type Codec, type Fields, type Place, type Reading, readAt, reject, within } from './codec.ts'
import { asIs, text } from './scalar-codecs.ts'
import { isRecord, readFields } from './structure-codecs.ts'

/** In place of a value that the server keeps to itself: an update with it changes nothing. */
const KEEP = 'keep'

const keep = { to: KEEP, codec: asIs, description: 'Keeps the stored value.' }
const secret = { to: 'isSecret', codec: asIs, description: 'Whether the value is hidden from everyone.' }

/** Returns the fields of a value that may be secret, or kept. */
export const withKept = (fields: Fields): Fields => ({ ...fields, secret, keep })

/** Removes `keep`, and requires either it or the value. */
export const settleKept = (
  given: Record<string, unknown>,
  valueName: string,
  place: Place,
  reading: Reading,
): Record<string, unknown> | undefined => {
  const { [KEEP]: kept, ...rest } = given
  if (kept !== undefined && kept !== true) return reject(reading, place, 'Write “keep: true” or leave it out.')
  if (kept && rest[valueName] !== undefined) return reject(reading, place, 'Write either the value or “keep: true”.')
  if (!kept && rest[valueName] === undefined)
    return reject(reading, place, 'Write the value, or “keep: true” to keep the stored one.')
  return rest
}

export const writeKept = (item: unknown, valueName: string): Record<string, unknown> => ({
  ...(isRecord(item) && item.isSecret === true && { secret: true }),
  ...(isRecord(item) && item[valueName] === undefined && { [KEEP]: true }),
})

const variableFields = withKept({ value: { to: 'value', codec: text, description: 'The value.' } })

const readVariable = (name: string, value: LocatedValue, place: Place, reading: Reading) => {
  if (value.kind === 'map') {
    const given = settleKept(readFields(value, variableFields, place, reading), 'value', place, reading)
    return given && { name, ...given }
  }
  if (value.kind === 'scalar' && value.value === null)
    return reject(reading, place, 'Write "" for an empty value, or “{ keep: true }” to keep the stored one.')
  const valuePath = within(place, place.at, 'value', 'value').path
  return { name, value: readAt(text, value, { ...place, path: valuePath }, reading) }
}

/** `NAME: value`, or `NAME: { value, secret: true }`. */
export const environment: Codec = {
  read: (value, place, reading) => {
    if (value.kind !== 'map') return reject(reading, place, 'Write a map, such as “MODE: production”.')
    return [...value.entries].map(([name, { at, value: given }], position) => {
      const here = within(place, at, name, position)
      reading.places.set(here.path, here)
      return readVariable(name, given, here, reading)
    })
  },
  write: (value) => {
    if (!Array.isArray(value)) return undefined
    const written = value.map((item: { name: string; value?: string; isSecret?: boolean }) => {
      const rest = writeKept(item, 'value')
      const isPlain = Object.keys(rest).length === 0
      return [item.name, isPlain ? item.value : { ...(item.value !== undefined && { value: item.value }), ...rest }]
    })
    return new Map(written as [string, unknown][])
  },
  form: { kind: 'variables' },
}
