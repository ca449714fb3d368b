import { ApiError } from '../../http/api-error.ts'

/** A refusal that names the one field at fault. */
export const invalidField = (field: string, message: string): ApiError =>
  new ApiError('invalid', { fields: [{ field, message }] })
