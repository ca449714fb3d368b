import { expect, test, vi } from 'vitest'
import type { CallShape } from '../../src/contract/call.ts'
import { callManifest } from '../../src/contract/call-manifest.ts'
import { callNames } from '../../src/contract/call-names.ts'
import { callNamed } from '../../src/contract/contract.ts'
import { packManifest, unpackManifest } from '../../src/contract/packed-manifest.ts'
import { consoleCalls } from '../../src/contract/parts/console-calls.ts'
import { everyManifestEntry } from '../../src/contract/parts/every-manifest-entry.ts'
import { furtherCalls } from '../../src/contract/parts/further-calls.ts'

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

test('the first load has whole entries of public calls of its part, and only the kind of all others', () => {
  const first = unpackManifest(JSON.parse(JSON.stringify(packManifest(everyManifestEntry()))))
  expect(Object.keys(first).sort()).toEqual([...callNames].sort())
  for (const name of callNames) {
    const { isPublic, isQuery, isStreamed, isFurther } = callManifest[name]
    expect(first[name], name).toEqual(
      isPublic && !isFurther
        ? callManifest[name]
        : { ...(isQuery && { isQuery }), ...(isStreamed && { isStreamed }), ...(isFurther && { isFurther }) },
    )
  }
})

test.each([
  ['readInstance', () => import('../../src/contract/parts/console-part.ts')],
  ['readQuotas', () => import('../../src/contract/parts/further-part.ts')],
] as const)('the part of %s completes its entry of the manifest', async (name, load) => {
  // Another file may have loaded the part.
  vi.resetModules()
  const { callManifest } = await import('../../src/contract/call-manifest.ts')
  const { requestOf } = await import('../../effects/api/request-of.ts')
  const { isFurther, ...whole } = { ...callManifest[name] }
  callManifest[name] = { isQuery: true, ...(isFurther && { isFurther }) }
  expect(() => requestOf(name, { id: 'a' })).toThrow(`no details of ${name}`)
  await load()
  expect(callManifest[name]).toEqual({ ...whole, ...(isFurther && { isFurther }) })
})

test('a call is in one part', () => {
  expect(callNames).toHaveLength(Object.keys(consoleCalls).length + Object.keys(furtherCalls).length)
})

test('every body and query is an object schema', () => {
  const nameless = callNames.filter((name) => {
    const { query, body } = callNamed(name)
    return [query, body].some((schema) => schema && fieldsOf(schema) === undefined)
  })
  expect(nameless).toEqual([])
})
