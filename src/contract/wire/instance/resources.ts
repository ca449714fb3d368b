import * as v from 'valibot'
import { whole } from '../common.ts'
import { portNumber } from './health-check.ts'
import { absolutePath } from './named-values.ts'

export const dnsLabel = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/, 'Use lower-case letters, digits and hyphens, and start with a letter.'),
)

export const cpuMilli = v.pipe(whole, v.minValue(100, 'At least 0.1 CPU.'), v.maxValue(64_000, 'At most 64 CPUs.'))
export const memoryBytes = v.pipe(
  whole,
  v.minValue(67_108_864, 'At least 64 MiB.'),
  v.maxValue(549_755_813_888, 'At most 512 GiB.'),
)
export const storageBytes = v.pipe(
  whole,
  v.minValue(536_870_912, 'At least 512 MiB.'),
  v.maxValue(1_099_511_627_776, 'At most 1 TiB.'),
)

export const sharedMemoryBytes = v.pipe(
  whole,
  v.minValue(65_536, 'At least 64 KiB.'),
  v.maxValue(549_755_813_888, 'At most 512 GiB.'),
)

/** `beta1` is a hard disk, `beta2` an SSD, `beta3` NVMe. */
export const storageClasses = ['beta1', 'beta2', 'beta3'] as const

export const volumeMount = v.strictObject({
  name: dnsLabel,
  class: v.picklist(storageClasses),
  sizeBytes: v.pipe(whole, v.minValue(1_048_576, 'At least 1 MiB.'), v.maxValue(17_592_186_044_416, 'At most 16 TiB.')),
  mountPath: absolutePath,
})

export const servicePort = v.strictObject({
  containerPort: portNumber,
  protocol: v.optional(v.picklist(['http', 'tcp', 'udp']), 'http'),
  /** An internal port is reached by the other services of the instance only. */
  exposure: v.optional(v.picklist(['public', 'internal']), 'public'),
})

export const ipLeases = ['shared-ip', 'dedicated-ip', 'static'] as const

export type ServicePort = v.InferOutput<typeof servicePort>
