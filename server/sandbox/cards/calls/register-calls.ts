import type { FastifyInstance, FastifyRequest } from 'fastify'
import qs from 'qs'
import * as v from 'valibot'
import type { Operation } from '../operations/operation.ts'
import { newId, type OperationSettings, runOperation } from '../operations/run-operation.ts'
import { invalidRequest, ProcessorError } from '../processor-error.ts'
import type { KeptResponse } from '../records/card-records.ts'
import { KEPT_RESPONSE_MS } from '../records/remove-old.ts'
import { customerCalls } from './customer-calls.ts'
import { expand } from './expand.ts'
import { listCalls } from './list-calls.ts'
import { clientSecretOf, paymentCalls } from './payment-calls.ts'
import type { KeyKind, ProcessorCall } from './processor-call.ts'

export interface ProcessorKeys {
  secret: string
  publishable: string
}

interface CallOptions extends OperationSettings {
  keys: ProcessorKeys
  /** Called after each change. */
  onChange: () => void
}

const MAX_BODY_BYTES = 100_000
/** The only field that a card form may expand: the card that it sent. */
const PUBLIC_FIELD = 'payment_method'

/** Registers the calls of the processor on its own origin. */
export function registerCalls(app: FastifyInstance, options: CallOptions): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MAX_BODY_BYTES },
    (_request, body, done) => done(null, parseForm(String(body))),
  )
  for (const call of [...customerCalls, ...listCalls, ...paymentCalls])
    app.route({
      method: call.method,
      url: call.path,
      handler: async (request, reply) => {
        const id = newId('req')
        reply.header('request-id', id)
        try {
          const { status, body, isReplayed } = respond(call, request, id, options)
          if (isReplayed) reply.header('idempotent-replayed', 'true')
          return reply.code(status).send(body)
        } catch (error) {
          if (!(error instanceof ProcessorError)) throw error
          return reply.code(error.status).send({ error: error.body })
        } finally {
          options.onChange()
        }
      },
    })
  app.setNotFoundHandler(async (request, reply) =>
    reply.code(404).send({
      error: {
        type: 'invalid_request_error',
        message: `Unrecognized request URL (${request.method}: ${request.url.split('?')[0]}).`,
      },
    }),
  )
}

function respond(
  call: ProcessorCall,
  request: FastifyRequest,
  requestId: string,
  options: CallOptions,
): { status: number; body: unknown; isReplayed?: boolean } {
  const key = keyOf(request, options.keys)
  if (key === 'publishable' && !call.publishable)
    throw new ProcessorError(403, {
      type: 'invalid_request_error',
      message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
    })
  const idempotencyKey = call.method === 'POST' ? headerOf(request, 'idempotency-key') : undefined
  const names = { id: requestId, idempotency_key: idempotencyKey ?? null }
  return runOperation(
    options,
    (operation) => {
      const fingerprint = `${call.method} ${request.url} ${JSON.stringify(request.body ?? null)}`
      const kept = idempotencyKey === undefined ? undefined : keptResponse(operation, idempotencyKey, fingerprint)
      if (kept) return { status: kept.status, body: kept.body, isReplayed: true }
      const response = perform(call, request, key, operation)
      if (idempotencyKey !== undefined)
        operation.records.put('response', {
          id: idempotencyKey,
          request: fingerprint,
          ...response,
          createdMs: operation.nowMs,
        })
      return response
    },
    names,
  )
}

/** A declined card is kept with its response; any other error undoes everything, and the key can be used again. */
function perform(
  call: ProcessorCall,
  request: FastifyRequest,
  key: KeyKind,
  operation: Operation,
): { status: number; body: unknown } {
  const { expand: paths, ...rest } = (
    call.method === 'GET' ? parseForm(request.url.split('?')[1] ?? '') : (request.body ?? {})
  ) as Record<string, unknown>
  const expanded = pathsOf(paths)
  const hidden = key === 'publishable' && expanded.find((path) => path !== PUBLIC_FIELD)
  if (hidden) throw invalidRequest(`This property cannot be expanded with a publishable key (${hidden}).`)
  const input = parsed(call, rest)
  const { id = '' } = request.params as { id?: string }
  if (
    key === 'publishable' &&
    id !== '' &&
    (input as { client_secret?: string }).client_secret !== clientSecretOf(operation, call.path, id)
  )
    throw invalidRequest('The client_secret provided does not match the client_secret of this intent.', {
      param: 'client_secret',
    })
  const outcome = call.run(operation, input, id)
  if ('declined' in outcome) return { status: 402, body: { error: outcome.declined } }
  return { status: 200, body: expand(operation.records, outcome.object, expanded) }
}

function parsed(call: ProcessorCall, input: unknown) {
  const result = v.safeParse(v.strictObject(call.input), input)
  if (result.success) return result.output
  const [issue] = result.issues
  const [first = '', ...others] = issue.path?.map(({ key }) => String(key)) ?? []
  const param = first + others.map((name) => `[${name}]`).join('')
  if (issue.expected === 'never')
    throw invalidRequest(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })
  if (issue.received === 'undefined')
    throw invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  throw invalidRequest(`Invalid ${param}: ${issue.message}`, { param })
}

const pathsOf = (paths: unknown): string[] => (Array.isArray(paths) ? paths.map(String) : [])

function keptResponse({ records, nowMs }: Operation, key: string, fingerprint: string): KeptResponse | undefined {
  const kept = records.find('response', key)
  if (!kept || kept.createdMs + KEPT_RESPONSE_MS <= nowMs) return undefined
  if (kept.request === fingerprint) return kept
  throw new ProcessorError(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  })
}

/** Accepts a key as a bearer token, or as the user name of basic authentication. */
function keyOf(request: FastifyRequest, keys: ProcessorKeys): KeyKind {
  const [, scheme = '', value = ''] = /^(bearer|basic) (.+)$/i.exec(headerOf(request, 'authorization') ?? '') ?? []
  const given = scheme.toLowerCase() === 'basic' ? Buffer.from(value, 'base64').toString().split(':')[0] : value
  if (given === keys.secret) return 'secret'
  if (given === keys.publishable) return 'publishable'
  throw new ProcessorError(401, { type: 'invalid_request_error', message: 'Invalid API Key provided.' })
}

function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}

const parseForm = (body: string): Record<string, unknown> =>
  qs.parse(body, { depth: 4, arrayLimit: 100, parameterLimit: 200, plainObjects: true, allowPrototypes: false })
