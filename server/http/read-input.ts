import * as v from 'valibot'
import type { InputPlace } from '../../src/contract/access.ts'
import type { CallShape } from '../../src/contract/call.ts'
import type { FieldFault } from '../../src/contract/refusals.ts'
import { issueWords } from './issue-words.ts'
import { Refused } from './refused.ts'

type Part = 'params' | 'query' | 'body'
export type RawInput = Record<Part, unknown>

/** The parts of an input, parsed. */
export type InputParts = Record<Part, Record<string, unknown>>

const nothing = v.strictObject({})
const parts = ['params', 'query', 'body'] as const

/** Parses what came with a request, or refuses it and names every field at fault. */
export const readInput = (shape: CallShape, raw: RawInput): InputParts => {
  const read: InputParts = { params: {}, query: {}, body: {} }
  const faults: FieldFault[] = []
  for (const part of parts) {
    const schema = shape[part] ?? nothing
    const given = raw[part] ?? {}
    if (schema === nothing && isEmpty(given)) continue
    if (!isRecord(given)) throw new Refused('invalid', { words: 'Send a JSON object.' })
    const result = v.safeParse(schema, given, { message: issueWords })
    if (result.success) read[part] = result.output as Record<string, unknown>
    else
      for (const issue of result.issues.slice(0, 50))
        faults.push({ field: v.getDotPath(issue) ?? part, message: issue.message })
  }
  if (faults.length > 0) throw new Refused('invalid', { fields: faults })
  return read
}

/** Names of params, query and body never collide. */
export const mergedInput = (read: InputParts): Record<string, unknown> => ({
  ...read.params,
  ...read.query,
  ...read.body,
})

export const inputAt = (read: InputParts, place: InputPlace): string | undefined => {
  const value = valueAt(read, place)
  return typeof value === 'string' ? value : undefined
}

export const valueAt = (read: InputParts, place: InputPlace): unknown => {
  const dot = place.indexOf('.')
  return read[place.slice(0, dot) as Part][place.slice(dot + 1)]
}

const isEmpty = (value: unknown): boolean => {
  for (const _ in isRecord(value) ? value : [value]) return false
  return true
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
