import type * as v from 'valibot'
import type { Access, InputPath } from './access.ts'

type Schema = v.GenericSchema<unknown, unknown>

/** The single description of an API call. The client, the server's route, the API document and the tests use it. */
export type CallShape = Description & (ReadMethod | Changing)

type ReadMethod = ({ method: 'GET'; isReadOnly?: never } | { method: 'POST'; isReadOnly: true }) & {
  invalidates?: never
  /** For what no live event reports: a view that is open and visible reads it again this long after each response. */
  refreshMs?: number
  /** The input field with which the response does not change, so that it is not read again. */
  refreshUnless?: string
}

interface Changing {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** True for a POST that changes nothing. */
  isReadOnly?: never
  refreshMs?: never
  refreshUnless?: never
  /** The queries that its success makes stale; `[]` if live events carry the change or no query depends on it. */
  invalidates: readonly string[]
}

interface Description {
  /** Relative to the API base, with `{name}` for each path parameter. */
  path: string
  access: Access
  params?: Schema
  query?: Schema
  body?: Schema
  /** The request body is a raw file instead of JSON. */
  file?: FileShape
  response: Schema
  /** The text of the success toast; without it, a mutation succeeds silently. If it is empty, the response has it. */
  success?: string
  /**
   * Prefix of the error toast, for errors that do not name what failed; for some types of the input only. False where
   * the page shows the error itself.
   */
  failure?: string | false | Readonly<Record<string, string>>
  /**
   * A dangerous call: a user with a second factor must have proved one in this session within the last ten minutes.
   * With `when`, only if that input field is true.
   */
  stepUp?: true | { when: InputPath }
  /** How long the call may take, where that is longer than clients wait by default. */
  maxDurationMs?: number
  /** The response contains a secret: it is returned once, and not to a repeated request. */
  oneTimeResponse?: true
  /** The response is streamed as NDJSON; each line is one value of the schema `response`. */
  isStreamed?: true
  /** The summary in the API document. */
  summary: string
}

export interface FileShape {
  types: readonly string[]
  maxBytes: number
}

export const call = <const C extends CallShape>(shape: C): C => shape

type InputPart<S> = S extends v.GenericSchema<unknown, unknown> ? v.InferInput<S> : unknown

/** The input of a caller: params, query and body in one object. A test ensures that their names never collide. */
export type Input<C extends CallShape> = Flat<
  InputPart<C['params']> &
    InputPart<C['query']> &
    InputPart<C['body']> &
    (C extends WithFile ? { file: Blob } : unknown)
>

export type CallResponse<C extends CallShape> = v.InferOutput<C['response']>

type Flat<T> = { [K in keyof T]: T[K] }

type ParsedPart<S> = S extends v.GenericSchema<unknown, unknown> ? v.InferOutput<S> : unknown

type WithFile = { file: FileShape }

/** The input of a route: parsed, with defaults filled in. */
export type Parsed<C extends CallShape> = Flat<
  ParsedPart<C['params']> &
    ParsedPart<C['query']> &
    ParsedPart<C['body']> &
    (C extends WithFile ? { file: Uint8Array } : unknown)
>
