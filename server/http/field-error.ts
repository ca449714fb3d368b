import type { ErrorCode } from '../../src/contract/error-codes.ts'
import { ApiError } from './api-error.ts'

/** Creates an error about one field; its message is also the only message of the response. */
export const fieldError = (field: string, message: string, code: ErrorCode = 'invalid'): ApiError =>
  new ApiError(code, { message: message, fields: [{ field, message }] })
