import { expect, test } from 'vitest'
import type { CallShape } from '../../src/contract/call.ts'
import { callManifest } from '../../src/contract/call-manifest.ts'
import { callNames } from '../../src/contract/call-names.ts'
import { callNamed } from '../../src/contract/contract.ts'

const fieldsOf = (schema: CallShape['body']) =>
  schema && 'entries' in schema ? Object.keys(schema.entries as object) : undefined

test('every entry of the call manifest matches the contract', () => {
  for (const name of callNames) {
    const { method, path, query, body, file, access, success, failure } = callNamed(name)
    expect(callManifest[name], name).toMatchObject({ method, path })
    expect({ ...callManifest[name] }, name).toEqual(
      expect.objectContaining({ ...(success && { success }), ...(failure && { failure }) }),
    )
    expect(callManifest[name].query, name).toEqual(fieldsOf(query))
    expect(callManifest[name].body, name).toEqual(fieldsOf(body))
    expect(callManifest[name].acceptsFile === true, name).toBe(file !== undefined)
    expect(callManifest[name].isPublic === true, name).toBe(access === 'public')
  }
})

test('the call manifest survives JSON unchanged', () => {
  expect(JSON.parse(JSON.stringify(callManifest))).toEqual(callManifest)
})

test('every body and query is an object schema', () => {
  const nameless = callNames.filter((name) => {
    const { query, body } = callNamed(name)
    return [query, body].some((schema) => schema && fieldsOf(schema) === undefined)
  })
  expect(nameless).toEqual([])
})
