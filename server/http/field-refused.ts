import type { RefusalCode } from '../../src/contract/refusals.ts'
import { Refused } from './refused.ts'

/** A refusal that is about one field: its words stand at the field, and are all that there is to say. */
export const fieldRefused = (field: string, message: string, code: RefusalCode = 'invalid'): Refused =>
  new Refused(code, { words: message, fields: [{ field, message }] })
