import { type CallName, callNamed } from '../../src/contract/contract.ts'

export interface RequestParts {
  method: string
  /** Below the API base, without a slash in front. */
  path: string
  query: [string, string][]
  body: Record<string, unknown> | null
  file: Blob | null
}

/** Shares an input out over path, query and body, as the call's schemas name its fields. */
export const requestOf = (name: CallName, input: Readonly<Record<string, unknown>>): RequestParts => {
  const { method, path, query, body, file } = callNamed(name)
  const named = (schema: unknown): [string, unknown][] =>
    fieldsOf(schema).flatMap((field) =>
      input[field] === undefined ? [] : [[field, input[field]] as [string, unknown]],
    )
  return {
    method,
    path: path.replace(/\{(\w+)\}/g, (_whole, param: string) => encodeURIComponent(String(input[param]))),
    query: named(query).map(([field, value]) => [field, String(value)]),
    body: body ? Object.fromEntries(named(body)) : null,
    file: file && input.file instanceof Blob ? input.file : null,
  }
}

const fieldsOf = (schema: unknown): string[] =>
  typeof schema === 'object' && schema !== null && 'entries' in schema ? Object.keys(schema.entries as object) : []
