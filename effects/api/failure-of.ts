import * as v from 'valibot'
import type { Failure } from '../../src/core/failure.ts'

const errorResponse = v.object({
  error: v.string(),
  message: v.string(),
  fields: v.optional(v.array(v.object({ field: v.string(), message: v.string() })), []),
})

/** Reads an error response. One that is not ours came from a proxy in between. */
export const failureOfResponse = async (response: Response): Promise<Failure> => {
  const body = v.safeParse(errorResponse, await response.json().catch(() => null))
  if (!body.success)
    return response.status >= 502 && response.status <= 504 ? { kind: 'offline' } : { kind: 'unreadable' }
  const { error, message, fields } = body.output
  return { kind: 'apiError', status: response.status, code: error, message: message, fields }
}
