import * as v from 'valibot'
import type { Operation } from '../operations/operation.ts'
import type { Outcome } from '../operations/outcome.ts'

/** Keys: `secret` is the merchant's; `publishable` is the card form's, which knows the secret of one intent. */
export type KeyKind = 'secret' | 'publishable'

type Entries = v.ObjectEntries

export interface ProcessorCall<E extends Entries = Entries> {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  /** Who may call it besides the merchant. */
  publishable?: true
  input: E
  run(operation: Operation, input: v.InferOutput<v.StrictObjectSchema<E, undefined>>, id: string): Outcome<unknown>
}

/** Describes a call with types inferred from its input. */
export const call = <E extends Entries>(description: ProcessorCall<E>): ProcessorCall => description as never

/** A whole number, as forms send it. */
export const integer = v.pipe(v.string(), v.regex(/^-?\d{1,15}$/, 'Invalid integer'), v.transform(Number))

export const flag = v.pipe(
  v.picklist(['true', 'false'], 'Invalid boolean'),
  v.transform((text) => text === 'true'),
)

export const text = v.pipe(v.string(), v.maxLength(5000))

export const metadata = v.union([
  v.record(v.pipe(v.string(), v.maxLength(40)), v.pipe(v.string(), v.maxLength(500))),
  v.pipe(
    v.literal(''),
    v.transform(() => ({})),
  ),
])

/** Parameters that the processor accepts and has no use for. */
export const ignored = v.exactOptional(v.unknown())
