import { expect, test } from 'vitest'
import { requestOf } from '../../effects/api/request-of.ts'
import type { CallShape } from '../../src/contract/call.ts'
import { callManifest } from '../../src/contract/call-manifest.ts'
import { firstManifestEntries } from '../../src/contract/call-manifest-entries.ts'
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

test('the first load has whole entries of public calls, and only the kind of all others', () => {
  const first = firstManifestEntries()
  expect(Object.keys(first)).toEqual(callNames)
  for (const name of callNames) {
    const { isPublic, isQuery, isStreamed } = callManifest[name]
    expect(first[name], name).toEqual(
      isPublic ? callManifest[name] : { ...(isQuery && { isQuery }), ...(isStreamed && { isStreamed }) },
    )
  }
})

test('the entries of the first load survive JSON unchanged', () => {
  const first = firstManifestEntries()
  expect(JSON.parse(JSON.stringify(first))).toEqual(first)
})

test('the whole contract completes the manifest', async () => {
  const whole = { ...callManifest.readInstance }
  callManifest.readInstance = { isQuery: true }
  expect(() => requestOf('readInstance', { id: 'a' })).toThrow('no details of readInstance')
  await import('../../src/contract/whole-contract.ts')
  expect(callManifest.readInstance).toEqual(whole)
})

test('every body and query is an object schema', () => {
  const nameless = callNames.filter((name) => {
    const { query, body } = callNamed(name)
    return [query, body].some((schema) => schema && fieldsOf(schema) === undefined)
  })
  expect(nameless).toEqual([])
})
