import type * as v from 'valibot'
import type { Access, InputPath } from './access.ts'

type Schema = v.GenericSchema<unknown, unknown>

/** One call of the API, described once; the client, the server's route, the documents and the tests come from it. */
export interface CallShape {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the API base, with `{name}` for each param. */
  path: string
  access: Access
  params?: Schema
  query?: Schema
  body?: Schema
  /** It takes a file as it is, in place of JSON. */
  file?: FileShape
  response: Schema
  /** The words of the toast that tells of its success; a write without words succeeds quietly. */
  success?: string
  /** Said before what went wrong, where that alone does not tell what did not happen. */
  failure?: string
  /**
   * Dangerous: a user with a second factor must have proved one in this session within the last ten minutes. With `when`,
   * only where that field of the input is true.
   */
  stepUp?: true | { when: InputPath }
  /** A POST that changes nothing. */
  reading?: true
  /** Its answer holds a secret: it is given once, and not again to a repeated request. */
  oneTimeResponse?: true
  /** It answers over a while, one JSON value a line (NDJSON), each as `answer` says. */
  inPieces?: true
  /** What the call is for, in the API document. */
  summary: string
}

export interface FileShape {
  types: readonly string[]
  mostBytes: number
}

export const call = <const C extends CallShape>(shape: C): C => shape

type InputPart<S> = S extends v.GenericSchema<unknown, unknown> ? v.InferInput<S> : unknown

/** What a caller gives: params, query and body in one object (their names never collide; a test sees to it). */
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

/** What a route is handed: the input, parsed, with defaults filled in. */
export type Parsed<C extends CallShape> = Flat<
  ParsedPart<C['params']> &
    ParsedPart<C['query']> &
    ParsedPart<C['body']> &
    (C extends WithFile ? { file: Uint8Array } : unknown)
>
