import type { DrainTarget } from '../../../../src/contract/wire/drains/drain-target.ts'
import { withoutTrailing } from '../../../../src/rules/names/without-trailing.ts'
import type { Outgoing } from '../../../outgoing/outgoing.ts'
import { post } from './post.ts'
import type { DrainRecord } from './record.ts'
import { quickBatches, type Target } from './target.ts'

const PUSH = '/loki/api/v1/push'
const NANOS_OF_SEQUENCE = 1_000_000

interface LokiStream {
  stream: Record<string, string>
  values: [nanos: string, line: string][]
}

/** Sends to the push API of Grafana Loki, with one stream for each log and output. */
export const createLokiTarget = (
  { url, tenant, username }: Extract<DrainTarget, { type: 'loki' }>,
  password: string | undefined,
  outgoing: Pick<Outgoing, 'request'>,
): Target => {
  const address = new URL(url)
  if (!address.pathname.endsWith(PUSH)) address.pathname = `${withoutTrailing(address.pathname, '/')}${PUSH}`
  const credentials = Buffer.from(`${username}:${password ?? ''}`).toString('base64')
  const headers = {
    ...(tenant !== '' && { 'x-scope-orgid': tenant }),
    ...((username !== '' || password !== undefined) && { authorization: `Basic ${credentials}` }),
  }
  return {
    limits: quickBatches,
    send: (records, signal) =>
      post(outgoing, {
        url: address.href,
        contentType: 'application/json',
        headers,
        gzip: true,
        body: JSON.stringify({ streams: streamsOf(records) }),
        signal,
      }),
  }
}

export function streamsOf(records: readonly DrainRecord[]): LokiStream[] {
  const streams = new Map<string, LokiStream>()
  for (const { origin, stream, sequence, atMs, text } of records) {
    const key = `${origin.deploymentId}/${origin.logType}/${origin.log}/${stream}`
    let found = streams.get(key)
    if (!found) {
      const { organization, project, instance, service, replica } = origin
      const labels = { organisation: organization, project, instance, service, replica: String(replica), stream }
      found = { stream: labels, values: [] }
      streams.set(key, found)
    }
    found.values.push([nanosOf(atMs, sequence), text])
  }
  return [...streams.values()]
}

/**
 * Loki drops a line with the time and the text of another one. So equal lines of one millisecond get different times,
 * and a line that is sent twice gets the same.
 */
const nanosOf = (atMs: number, sequence: number): string =>
  `${Math.trunc(atMs)}${String(sequence % NANOS_OF_SEQUENCE).padStart(6, '0')}`
