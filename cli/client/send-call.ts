import { randomUUID } from 'node:crypto'
import ky from 'ky'
import * as v from 'valibot'
import { callNamed, type InputOf, type ResponseOf, type UnaryName } from '../../src/contract/contract.ts'
import { everyManifestEntry } from '../../src/contract/parts/every-manifest-entry.ts'
import type { Failure } from '../../src/core/failure.ts'

const TIMEOUT_MS = 30_000
const RETRIES = 2

export type CallResult<N extends UnaryName> =
  | { kind: 'response'; response: ResponseOf<N> }
  | { kind: 'failure'; failure: Failure }

export interface SendOptions {
  url: string
  fetch: typeof fetch
  userAgent: string
  signal: AbortSignal
}

const errorResponse = v.object({
  error: v.string(),
  message: v.string(),
  fields: v.optional(v.array(v.object({ field: v.string(), message: v.string() })), []),
})

const entries = everyManifestEntry()

const requestOf = (name: UnaryName, input: Readonly<Record<string, unknown>>) => {
  const { method, path, query = [], body } = entries[name]
  const given = (fields: readonly string[]) =>
    fields.filter((field) => input[field] !== undefined).map((field): [string, unknown] => [field, input[field]])
  return {
    method,
    path: path.replace(/\{(\w+)\}/g, (_whole, param: string) => encodeURIComponent(String(input[param]))),
    query: given(query).map(([field, value]): [string, string] => [field, String(value)]),
    body: body ? Object.fromEntries(given(body)) : undefined,
  }
}

/**
 * Makes a call of the contract. A mutation has an idempotency key, so that it can be sent again when its connection is
 * lost. Redirects are not followed: the token is for this installation alone.
 */
export const createSendCall = ({ url, fetch, userAgent, signal }: SendOptions) => {
  const client = ky.create({
    fetch,
    timeout: TIMEOUT_MS,
    throwHttpErrors: false,
    redirect: 'manual',
    retry: { limit: RETRIES, methods: ['get', 'post', 'put', 'patch', 'delete'], statusCodes: [503] },
  })

  return async <N extends UnaryName>(name: N, input: InputOf<N>, token: string | null): Promise<CallResult<N>> => {
    const { method, path, query, body } = requestOf(name, { ...input })
    const response = await client(new URL(`/api/${path}`, url), {
      method,
      timeout: Math.max(TIMEOUT_MS, callNamed(name).maxDurationMs ?? 0),
      signal,
      searchParams: query,
      headers: {
        'user-agent': userAgent,
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(method !== 'GET' && { 'idempotency-key': randomUUID() }),
      },
      ...(body && { json: body }),
    }).catch((error: unknown): Failure => {
      if (signal.aborted) throw signal.reason
      return { kind: error instanceof Error && error.name === 'TimeoutError' ? 'timedOut' : 'offline' }
    })
    if (!(response instanceof Response)) return { kind: 'failure', failure: response }
    const json: unknown = await response.json().catch(() => undefined)
    if (!response.ok) return { kind: 'failure', failure: failureOf(response.status, json) }
    const read = v.safeParse(callNamed(name).response, response.status === 204 ? {} : json)
    return read.success
      ? { kind: 'response', response: read.output as ResponseOf<N> }
      : { kind: 'failure', failure: { kind: 'unreadable' } }
  }
}

const failureOf = (status: number, json: unknown): Failure => {
  const read = v.safeParse(errorResponse, json)
  if (!read.success) return status >= 502 && status <= 504 ? { kind: 'offline' } : { kind: 'unreadable' }
  return { kind: 'apiError', status, code: read.output.error, message: read.output.message, fields: read.output.fields }
}
