import * as v from 'valibot'
import { configCalls } from '../../src/contract/calls/config-calls.ts'
import type { CallName, Contract } from '../../src/contract/contract.ts'
import type { Failure } from '../../src/core/failure.ts'

export type ResponseSchema<N extends CallName> = Contract[N]['response']

const first: Partial<Contract> = configCalls

/** Schemas of calls that every page makes are in the first load; all others load with the first of their calls. */
export const responseSchemaOf = async <N extends CallName>(name: N): Promise<ResponseSchema<N>> =>
  (first[name] ?? (await import('../../src/contract/contract.ts')).contract[name]).response

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

/** Yields the non-empty lines of a body as they arrive. Stopping cancels the body. */
export async function* readPieces(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const lines = (rest + decoder.decode(read.value, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      yield* lines.filter((line) => line !== '')
    }
    if (rest !== '') yield rest
  } finally {
    await reader.cancel().catch(() => {})
  }
}
