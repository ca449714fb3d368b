import { expect, test } from 'vitest'
import type { CallShape } from '../../src/contract/call.ts'
import { callNames } from '../../src/contract/call-names.ts'
import { callNamed } from '../../src/contract/contract.ts'
import { outline } from '../../src/contract/outline.ts'

const fieldsOf = (schema: CallShape['body']) =>
  schema && 'entries' in schema ? Object.keys(schema.entries as object) : undefined

test('the outline of a call that a browser is given first is what the contract says', () => {
  for (const name of callNames) {
    const { method, path, query, body, file, access, success, failure } = callNamed(name)
    expect(outline[name], name).toMatchObject({ method, path })
    expect({ ...outline[name] }, name).toEqual(
      expect.objectContaining({ ...(success && { success }), ...(failure && { failure }) }),
    )
    expect(outline[name].query, name).toEqual(fieldsOf(query))
    expect(outline[name].body, name).toEqual(fieldsOf(body))
    expect(outline[name].takesFile === true, name).toBe(file !== undefined)
    expect(outline[name].isPublic === true, name).toBe(access === 'public')
  }
})

test('the outline goes through JSON unchanged, as it is put into the console', () => {
  expect(JSON.parse(JSON.stringify(outline))).toEqual(outline)
})

test('every body and query has fields that are known by name', () => {
  const nameless = callNames.filter((name) => {
    const { query, body } = callNamed(name)
    return [query, body].some((schema) => schema && fieldsOf(schema) === undefined)
  })
  expect(nameless).toEqual([])
})
