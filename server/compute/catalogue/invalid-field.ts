import { ApiError } from '../../http/api-error.ts'

/** Creates the error for one invalid field. */
export const invalidField = (field: string, message: string): ApiError =>
  new ApiError('invalid', { fields: [{ field, message }] })
