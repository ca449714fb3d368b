import * as v from 'valibot'
import type { InputPath } from '../../src/contract/access.ts'
import type { CallShape } from '../../src/contract/call.ts'
import type { FieldError } from '../../src/contract/error-codes.ts'
import { issueMessage } from '../../src/rules/validation/issue-message.ts'
import { ApiError } from './api-error.ts'

type Part = 'params' | 'query' | 'body'
export type RawInput = Record<Part, unknown>

/** The parts of an input, parsed. */
export type InputParts = Record<Part, Record<string, unknown>>

const nothing = v.strictObject({})
const parts = ['params', 'query', 'body'] as const

/** Parses the input of a request, or throws an error that lists all invalid fields. */
export const readInput = (shape: CallShape, raw: RawInput): InputParts => {
  const read: InputParts = { params: {}, query: {}, body: {} }
  const fieldErrors: FieldError[] = []
  for (const part of parts) {
    const schema = shape[part] ?? nothing
    const given = raw[part] ?? {}
    if (schema === nothing && isEmpty(given)) continue
    if (!isRecord(given)) throw new ApiError('invalid', { message: 'Send a JSON object.' })
    const result = v.safeParse(schema, given, { message: issueMessage })
    if (result.success) read[part] = result.output as Record<string, unknown>
    else
      for (const issue of result.issues.slice(0, 50))
        fieldErrors.push({ field: v.getDotPath(issue) ?? part, message: issue.message })
  }
  if (fieldErrors.length > 0) throw new ApiError('invalid', { fields: fieldErrors })
  return read
}

/** Names of params, query and body never collide. */
export const mergedInput = (read: InputParts): Record<string, unknown> => ({
  ...read.params,
  ...read.query,
  ...read.body,
})

export const inputAt = (read: InputParts, inputPath: InputPath): string | undefined => {
  const value = valueAt(read, inputPath)
  return typeof value === 'string' ? value : undefined
}

export const valueAt = (read: InputParts, inputPath: InputPath): unknown => {
  const dot = inputPath.indexOf('.')
  return read[inputPath.slice(0, dot) as Part][inputPath.slice(dot + 1)]
}

const isEmpty = (value: unknown): boolean => {
  for (const _ in isRecord(value) ? value : [value]) return false
  return true
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
