import { toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { filledText } from '../../../src/contract/wire/common.ts'
import { variableName } from '../../../src/contract/wire/instance/named-values.ts'
import { dnsLabel } from '../../../src/contract/wire/instance/resources.ts'
import { service } from '../../../src/contract/wire/instance/service.ts'
import type { Fields, Form } from '../../../src/rules/configuration/codec.ts'
import { fileFields } from '../../../src/rules/configuration/configuration-file.ts'

type Json = Record<string, unknown>
type Schema = v.GenericSchema<unknown, unknown>

/** Returns the JSON schema of the configuration file of an instance, generated from the contract. */
export const configurationSchema = (product: string): Json => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: `${product} configuration`,
  ...describeMap(fileFields, {
    name: v.optional(filledText(60)),
    region: v.optional(filledText(60)),
    services: v.array(service),
  }),
})

const schemaOf = (schema: Schema): Json => {
  const { $schema: _, ...described } = toJsonSchema(schema, { typeMode: 'input', errorMode: 'ignore' })
  return described
}

const describe = (form: Form, schema: Schema | undefined): Json => {
  switch (form.kind) {
    case 'contract':
      return form.orScalar
        ? { anyOf: [schema ? schemaOf(schema) : {}, { type: ['number', 'boolean'] }] }
        : schema
          ? schemaOf(schema)
          : { const: true }
    case 'text':
      return {
        type: form.orNumber ? ['string', 'number'] : 'string',
        pattern: form.pattern.source,
        examples: [form.example],
      }
    case 'variables':
      return {
        type: 'object',
        propertyNames: schemaOf(variableName),
        additionalProperties: { anyOf: [scalar, variable] },
      }
    case 'list':
      return { type: 'array', items: describe(form.of, schema && itemOf(schema)) }
    case 'map':
      return describeMap(form.fields, schema ? entriesOf(schema) : {})
    case 'named':
      return {
        type: 'object',
        propertyNames: schemaOf(dnsLabel),
        minProperties: 1,
        additionalProperties: describeMap(form.fields, schema ? entriesOf(itemOf(schema) ?? schema) : {}),
      }
  }
}

const scalar: Json = { type: ['string', 'number', 'boolean'] }
const variable: Json = {
  type: 'object',
  properties: { value: scalar, secret: { type: 'boolean' }, keep: { const: true } },
  additionalProperties: false,
}

const describeMap = (fields: Fields, entries: Readonly<Record<string, Schema>>): Json => ({
  type: 'object',
  additionalProperties: false,
  required: Object.entries(fields).flatMap(([name, { to }]) => {
    const schema = entries[to]
    return schema && schema.type !== 'optional' ? [name] : []
  }),
  properties: Object.fromEntries(
    Object.entries(fields).map(([name, { to, codec, description }]) => [
      name,
      { description, ...describe(codec.form, entries[to]) },
    ]),
  ),
})

/** Returns what an optional or nullable schema holds. */
const innerOf = (schema: Schema): Schema => ('wrapped' in schema ? innerOf(schema.wrapped as Schema) : schema)

const itemOf = (schema: Schema): Schema | undefined => {
  const inner = innerOf(schema)
  return 'item' in inner ? (inner.item as Schema) : undefined
}

/** The fields of an object, or of all choices of a variant: those that not every choice has are optional. */
const entriesOf = (schema: Schema): Record<string, Schema> => {
  const inner = innerOf(schema)
  if ('entries' in inner) return inner.entries as Record<string, Schema>
  if (!('options' in inner)) return {}
  const choices = (inner.options as Schema[]).map(entriesOf)
  const names = new Set(choices.flatMap((choice) => Object.keys(choice)))
  return Object.fromEntries([...names].map((name) => [name, fieldOfChoices(choices, name)]))
}

const fieldOfChoices = (choices: readonly Record<string, Schema>[], name: string): Schema => {
  const fields = choices.flatMap((choice) => choice[name] ?? [])
  const [first, ...others] = fields
  const field = first && others.length > 0 && first.type === 'literal' ? v.union(fields) : (first ?? v.unknown())
  return fields.length < choices.length ? v.optional(field) : field
}
