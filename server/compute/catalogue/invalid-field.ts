import { Refused } from '../../http/refused.ts'

/** A refusal that names the one field at fault. */
export const invalidField = (field: string, message: string): Refused =>
  new Refused('invalid', { fields: [{ field, message }] })
