import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { configurationSchema } from '../../server/http/docs/configuration-schema.ts'
import { writeConfiguration } from '../../src/rules/configuration/write-configuration.ts'
import { configurations } from '../rules/configuration/configuration-arbitrary.ts'

interface Described {
  type?: string | string[]
  description?: string
  properties?: Record<string, Described>
  additionalProperties?: Described | false
  required?: string[]
  items?: Described
  pattern?: string
  anyOf?: Described[]
  const?: unknown
}

/** Returns the fields that a schema does not describe, lacks or does not match. */
const violations = (schema: Described, value: unknown, path = ''): string[] => {
  if (Array.isArray(value)) return value.flatMap((item, at) => violations(schema.items ?? {}, item, `${path}.${at}`))
  if (typeof value !== 'object' || value === null) {
    const { pattern, type } = schema
    const isMatched = pattern === undefined || type === undefined || new RegExp(pattern, 'u').test(String(value))
    return isMatched ? [] : [`${path} does not match`]
  }
  const shape = schema.anyOf?.find(({ properties }) => properties) ?? schema
  const { properties = {}, additionalProperties, required = [] } = shape
  return [
    ...required.flatMap((name) => (Object.hasOwn(value, name) ? [] : [`${path}.${name} is missing`])),
    ...Object.entries(value).flatMap(([name, field]) => {
      const described = Object.hasOwn(properties, name) ? properties[name] : additionalProperties
      return described ? violations(described, field, `${path}.${name}`) : [`${path}.${name} is not described`]
    }),
  ]
}

test('the schema describes every field of a file, and requires what the contract requires', () => {
  const schema = configurationSchema('Longshore') as Described
  fc.assert(
    fc.property(configurations({ hasSecrets: true }), (configuration) => {
      const file = parse(writeConfiguration({ name: 'shop', configuration }))
      expect(violations(schema, file)).toEqual([])
    }),
    { numRuns: 30 },
  )
  const service = schema.properties?.services?.additionalProperties as Described
  expect(service.required).toEqual(['image', 'cpu', 'memory', 'storage'])
  expect(violations(schema, { services: { web: { image: 'nginx', imgae: 1 } } })).toEqual([
    '.services.web.cpu is missing',
    '.services.web.memory is missing',
    '.services.web.storage is missing',
    '.services.web.imgae is not described',
  ])
})
