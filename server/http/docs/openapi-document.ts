import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import type { Access } from '../../../src/contract/access.ts'
import type { CallShape } from '../../../src/contract/call.ts'
import { callNames, isQuery, isStreamedName } from '../../../src/contract/call-names.ts'
import { notificationStream } from '../../../src/contract/calls/notification-calls.ts'
import { callNamed } from '../../../src/contract/contract.ts'
import { errorCodes } from '../../../src/contract/error-codes.ts'
import { scopesFor } from '../../../src/rules/token-scopes.ts'
import { deployHookOperation } from './deploy-hook-operation.ts'

type Json = Record<string, unknown>

/** Returns an OpenAPI 3.1 document of the whole API, generated from the contract. */
export const openapiDocument = (about: { title: string; version: string }): Json => {
  const paths: Record<string, Json> = {}
  for (const name of callNames) {
    const shape = callNamed(name)
    const path = `/api/${shape.path}`
    const mediaType = isStreamedName(name) ? 'application/x-ndjson' : 'application/json'
    const headers = isQuery(name) || isStreamedName(name) ? [] : [idempotencyKey]
    paths[path] = { ...paths[path], [shape.method.toLowerCase()]: operation(name, shape, mediaType, headers) }
  }
  paths[`/api/${notificationStream.path}`] = {
    get: operation('notificationStream', notificationStream, 'text/event-stream', [lastEventId]),
  }
  paths['/api/deploy-hook/{token}'] = { post: deployHookOperation }
  return {
    openapi: '3.1.0',
    info: {
      title: about.title,
      version: about.version,
      description: 'The API that the console uses, open to other clients.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { ErrorResponse: errorResponseSchema },
    },
  }
}

const operation = (name: string, shape: CallShape, mediaType: MediaType, headers: Json[]): Json => ({
  operationId: name,
  summary: shape.summary,
  description: accessDescription(shape.access),
  tags: [shape.path.split('/')[0]],
  security: shape.access === 'public' ? [] : [{ token: scopesFor(shape.access) ?? [] }],
  parameters: [...parameters('path', shape.params), ...parameters('query', shape.query), ...headers],
  ...requestBody(shape),
  responses: {
    200: {
      description: descriptions[mediaType],
      content: { [mediaType]: { schema: schemaOf(shape.response, 'output') } },
    },
    default: {
      description: 'An error with a code and a message.',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorResponse' } } },
    },
  },
})

/** How the schema of a response applies to each format. */
const descriptions = {
  'application/json': 'Success.',
  'application/x-ndjson': 'Success. Each line is one value.',
  'text/event-stream': 'Success. The data of each event is one value as JSON; the first event has only an id.',
}
type MediaType = keyof typeof descriptions

const requestBody = ({ body, file }: CallShape): Json => {
  if (file)
    return { requestBody: { required: true, content: Object.fromEntries(file.types.map((type) => [type, {}])) } }
  if (!body) return {}
  return { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body, 'input') } } } }
}

const accessDescription = (access: Access): string => {
  if (access === 'public') return 'Public.'
  if (access === 'signedIn') return 'Requires a signed-in user. API tokens need no scope.'
  if (access === 'inSession') return 'Requires a signed-in user. API tokens cannot call this.'
  const scopes = (scopesFor(access) ?? []).map((scope) => `\`${scope}\``).join(' or ')
  const members = `Requires a member whose role has the permission ${access.may}. API tokens need the scope ${scopes}.`
  return access.visitors ? `${members} Public if the organisation is public.` : members
}

const parameters = (place: 'path' | 'query', schema: CallShape['params']): Json[] => {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, described]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: described,
  }))
}

/** Checks that JSON Schema cannot express are left to the schema's own messages. */
const schemaOf = (schema: v.GenericSchema, typeMode: 'input' | 'output'): Json => {
  const { $schema: _, ...described } = toJsonSchema(schema, { typeMode, errorMode: 'ignore', target: 'draft-2020-12' })
  return described
}

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A key chosen by the caller for one operation. A repeated request within 24 hours gets the first response and changes nothing.',
  schema: { type: 'string', maxLength: 200 },
}

const lastEventId: Json = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description: 'The id of the last event that was received: the stream continues after it.',
  schema: { type: 'string', pattern: '^\\d{1,15}$' },
}

const errorResponseSchema: Json = {
  type: 'object',
  required: ['error', 'message'],
  properties: {
    error: { type: 'string', enum: Object.keys(errorCodes), description: 'Branch on this code, never on the message.' },
    message: { type: 'string' },
    fields: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: { field: { type: 'string' }, message: { type: 'string' } },
      },
    },
    requestId: { type: 'string' },
  },
}
