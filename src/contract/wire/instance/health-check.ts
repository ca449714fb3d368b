import * as v from 'valibot'
import { text, whole } from '../common.ts'

const between = (least: number, most: number, byDefault: number) =>
  v.optional(
    v.pipe(whole, v.minValue(least, `At least ${least}.`), v.maxValue(most, `At most ${most.toLocaleString('en')}.`)),
    byDefault,
  )

const timing = {
  periodMs: between(1000, 3_600_000, 10_000),
  timeoutMs: between(100, 600_000, 3000),
  /** Failures in a row before a replica counts as unhealthy. */
  retries: between(1, 100, 3),
  /** Failures are ignored for this long after the start. */
  startPeriodMs: between(0, 3_600_000, 0),
}

export const portNumber = v.pipe(
  whole,
  v.minValue(1, 'Must be from 1 to 65535.'),
  v.maxValue(65_535, 'Must be from 1 to 65535.'),
)

export const commandLine = v.pipe(v.array(text(4000)), v.maxLength(100, 'Use at most 100 arguments.'))

/** How Longshore finds out whether a replica is ready. */
export const healthCheck = v.variant('kind', [
  v.strictObject({
    kind: v.literal('http'),
    path: v.optional(
      v.pipe(text(2000), v.regex(/^\/[\x21-\x7e]*$/, 'Enter a path that begins with a slash, such as /health.')),
      '/',
    ),
    port: portNumber,
    ...timing,
  }),
  v.strictObject({ kind: v.literal('tcp'), port: portNumber, ...timing }),
  v.strictObject({
    kind: v.literal('command'),
    command: v.pipe(commandLine, v.minLength(1, 'Required.')),
    ...timing,
  }),
])

export type HealthCheck = v.InferOutput<typeof healthCheck>
