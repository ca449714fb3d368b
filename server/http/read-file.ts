import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CallShape } from '../../src/contract/call.ts'
import { callNames } from '../../src/contract/call-names.ts'
import { callNamed } from '../../src/contract/contract.ts'
import { ApiError } from './api-error.ts'

/** Accepts raw file bodies, for calls that take a file. */
export const readFiles = (app: FastifyInstance): void => {
  const types = new Set(callNames.flatMap((name) => callNamed(name).file?.types ?? []))
  app.addContentTypeParser([...types], { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

/** Returns the body as the call expects it: fields, or a file. */
export const bodyOf = ({ file }: CallShape, { body }: FastifyRequest): { body: unknown; file?: Uint8Array } => {
  const isFile = body instanceof Uint8Array
  if (!file && isFile) throw new ApiError('wrongMediaType')
  if (!file) return { body }
  if (!isFile) throw new ApiError('wrongMediaType', { message: `Send a file of type ${file.types.join(', ')}.` })
  return { body: undefined, file: body }
}
