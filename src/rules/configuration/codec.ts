import { type LocatedValue, type Position, type Problem, problemAt } from '../yaml/located-value.ts'

/** Where a value stands: in the file, and in the configuration that is read from it. */
export interface Place {
  at: Position
  /** As the user knows it, such as `services.web.memory`. */
  field: string
  /** As the contract knows it, such as `services.0.memoryBytes`. */
  path: string
}

/** What is collected while a file is read. */
export interface Reading {
  problems: Problem[]
  /** The places of the values that were read, by path. */
  places: Map<string, Place>
}

/** How a value of the configuration stands in a file. */
export interface Codec {
  /** Returns undefined after adding a problem. */
  read(value: LocatedValue, place: Place, reading: Reading): unknown
  /** Returns undefined to leave the field out. */
  write(value: unknown): unknown
  form: Form
}

/**
 * What a codec accepts, for the JSON schema of the file. `contract` accepts what the contract accepts, and with
 * `orScalar` also a number or a switch in place of text.
 */
export type Form =
  | { kind: 'contract'; orScalar?: true }
  | { kind: 'text'; pattern: RegExp; orNumber?: true; example: string }
  | { kind: 'variables' }
  | { kind: 'list'; of: Form }
  | { kind: 'map'; fields: Fields }
  | { kind: 'named'; fields: Fields }

export interface Field {
  /** The name in the contract. */
  to: string
  codec: Codec
  description: string
}

export type Fields = Readonly<Record<string, Field>>

export const within = (place: Place, at: Position, field: string | number, path: string | number): Place => ({
  at,
  field: place.field === '' ? String(field) : `${place.field}.${field}`,
  path: place.path === '' ? String(path) : `${place.path}.${path}`,
})

/** Notes the place of a value and reads it. */
export const readAt = (codec: Codec, value: LocatedValue, place: Place, reading: Reading): unknown => {
  reading.places.set(place.path, place)
  return codec.read(value, place, reading)
}

export const reject = (reading: Reading, { at, field }: Place, message: string): undefined => {
  reading.problems.push(problemAt(at, field, message))
}
