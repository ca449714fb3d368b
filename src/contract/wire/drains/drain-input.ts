import * as v from 'valibot'
import { filledText, text, whole } from '../common.ts'
import { portNumber } from '../instance/health-check.ts'
import { logStreams } from '../log.ts'
import { backupPlace } from '../volumes/backup.ts'
import { drainedLogTypes } from './drain.ts'

const MIB = 1024 ** 2

const httpUrl = v.pipe(
  filledText(1000),
  v.url('Enter an address such as https://logs.example.org/ingest.'),
  v.regex(/^https?:\/\/[^@#]*$/i, 'Use http or https, without a user or a fragment.'),
)

/** Set by the drain itself, or about the connection only. */
const reserved = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Visible ASCII characters and spaces: no value can end its header. */
const headerValue = v.pipe(
  v.string(),
  v.minLength(1, 'Required.'),
  v.maxLength(4000, 'At most 4,000 characters.'),
  v.regex(/^[\x20-\x7e]*$/, 'Use visible ASCII characters and spaces.'),
)

/** The value is write-only: one that is left out is kept. */
const header = v.strictObject({
  name: v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(100, 'At most 100 characters.'),
    v.regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'Not the name of a header.'),
    v.check((name) => !reserved.has(name.toLowerCase()), 'Set by the drain itself.'),
  ),
  value: v.optional(headerValue),
})

const certificate = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(20_000, 'At most 20,000 characters.'),
  v.regex(
    /^(-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----\s*)*$/,
    'Enter certificates in PEM format.',
  ),
)

const host = v.pipe(
  filledText(253),
  v.regex(/^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[?[0-9a-f:.]+\]?)$/i, 'Enter a host name or an address.'),
)

/** Where a drain sends lines. Secrets that are left out of a change are kept. */
export const drainTargetInput = v.variant('type', [
  v.strictObject({
    type: v.literal('http'),
    url: httpUrl,
    gzip: v.optional(v.boolean(), false),
    headers: v.optional(v.pipe(v.array(header), v.maxLength(20, 'At most 20 headers.')), []),
  }),
  v.strictObject({
    type: v.literal('syslog'),
    host,
    port: v.optional(portNumber, 6514),
    caCertificate: v.optional(certificate, ''),
  }),
  v.strictObject({
    type: v.literal('loki'),
    url: httpUrl,
    tenant: v.optional(v.pipe(text(150), v.regex(/^[\w!.*'()-]*$/, 'Not the name of a tenant.')), ''),
    username: v.optional(v.pipe(text(200), v.regex(/^[^:]*$/, 'Must not contain a colon.')), ''),
    password: v.optional(headerValue),
  }),
  v.strictObject({
    type: v.literal('s3'),
    ...backupPlace.entries,
    secretAccessKey: v.optional(filledText(200)),
    /** Of the lines as text. */
    maxBytes: v.optional(
      v.pipe(whole, v.minValue(MIB, 'At least 1 MiB.'), v.maxValue(16 * MIB, 'At most 16 MiB.')),
      8 * MIB,
    ),
    maxAgeSeconds: v.optional(
      v.pipe(whole, v.minValue(10, 'At least 10 seconds.'), v.maxValue(3600, 'At most an hour.')),
      300,
    ),
  }),
])

export const drainFilter = {
  logTypes: v.pipe(v.array(v.picklist(drainedLogTypes)), v.minLength(1, 'Choose at least one.'), v.maxLength(3)),
  services: v.pipe(v.array(filledText(63)), v.maxLength(50, 'At most 50 services.')),
  streams: v.pipe(v.array(v.picklist(logStreams)), v.minLength(1, 'Choose at least one.'), v.maxLength(3)),
}

export type DrainTargetInput = v.InferOutput<typeof drainTargetInput>
