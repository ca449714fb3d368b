import type { ErrorCode } from '../../src/contract/error-codes.ts'
import { ApiError } from './api-error.ts'

/** A refusal that is about one field: its words stand at the field, and are all that there is to say. */
export const fieldError = (field: string, message: string, code: ErrorCode = 'invalid'): ApiError =>
  new ApiError(code, { message: message, fields: [{ field, message }] })
