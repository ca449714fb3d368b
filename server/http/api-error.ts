import { type ErrorCode, errorCodes, type FieldError } from '../../src/contract/error-codes.ts'

/** Thrown anywhere below a route; the error handler turns it into the response. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly fields: FieldError[]

  constructor(code: ErrorCode, options: { message?: string; fields?: FieldError[]; cause?: unknown } = {}) {
    super(options.message ?? errorCodes[code].message, { cause: options.cause })
    this.name = 'ApiError'
    this.code = code
    this.fields = options.fields ?? []
  }

  get status(): number {
    return errorCodes[this.code].status
  }
}
