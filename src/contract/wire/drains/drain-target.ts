import * as v from 'valibot'

const header = v.object({ name: v.string() })

/** Where a drain sends lines, without secrets. */
export const drainTarget = v.variant('type', [
  v.object({ type: v.literal('http'), url: v.string(), gzip: v.boolean(), headers: v.array(header) }),
  v.object({ type: v.literal('syslog'), host: v.string(), port: v.number(), caCertificate: v.string() }),
  v.object({
    type: v.literal('loki'),
    url: v.string(),
    tenant: v.string(),
    username: v.string(),
  }),
  v.object({
    type: v.literal('s3'),
    endpoint: v.string(),
    region: v.string(),
    bucket: v.string(),
    prefix: v.string(),
    accessKeyId: v.string(),
    maxBytes: v.number(),
    maxAgeSeconds: v.number(),
  }),
])

export type DrainTarget = v.InferOutput<typeof drainTarget>
export type DrainType = DrainTarget['type']
