import type { DrainTarget, DrainType } from '../../src/contract/wire/drains/drain-target.ts'

export const targetTypes: readonly { value: DrainType; title: string; text: string }[] = [
  { value: 'http', title: 'HTTP', text: 'NDJSON by POST' },
  { value: 'loki', title: 'Loki', text: 'Push API' },
  { value: 'syslog', title: 'Syslog', text: 'RFC 5424 over TLS' },
  { value: 's3', title: 'S3', text: 'Compressed objects' },
]

/** The address of a target in one line. */
export const targetText = (target: DrainTarget): string => {
  switch (target.type) {
    case 'http':
    case 'loki':
      return target.url
    case 'syslog':
      return `${target.host}:${target.port}`
    case 's3':
      return `${target.bucket}${target.prefix && `/${target.prefix}`} at ${new URL(target.endpoint).host}`
  }
}
