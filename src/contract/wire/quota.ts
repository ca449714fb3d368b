import * as v from 'valibot'

export const quotaNames = ['instances', 'cpu', 'memory', 'storage', 'ports', 'addresses', 'projects'] as const

/** cpu in milli-units, memory and storage in bytes. */
export const quota = v.object({
  name: v.picklist(quotaNames),
  used: v.number(),
  /** Null: unlimited. */
  limit: v.nullable(v.number()),
})

export type QuotaName = (typeof quotaNames)[number]
export type Quota = v.InferOutput<typeof quota>
