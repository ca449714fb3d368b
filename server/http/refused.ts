import { type FieldFault, type RefusalCode, refusals } from '../../src/contract/refusals.ts'

/** Thrown anywhere below a route; the error handler turns it into the answer. */
export class Refused extends Error {
  readonly code: RefusalCode
  readonly fields: FieldFault[]

  constructor(code: RefusalCode, options: { words?: string; fields?: FieldFault[]; cause?: unknown } = {}) {
    super(options.words ?? refusals[code].words, { cause: options.cause })
    this.name = 'Refused'
    this.code = code
    this.fields = options.fields ?? []
  }

  get status(): number {
    return refusals[this.code].status
  }
}
