import type { DrainTarget } from '../../../../src/contract/wire/drains/drain-target.ts'
import type { Outgoing } from '../../../outgoing/outgoing.ts'
import { post } from './post.ts'
import { ndjsonOf } from './record.ts'
import { quickBatches, type Target } from './target.ts'

/** Sends NDJSON: one JSON object for each line. */
export const createHttpTarget = (
  { url, gzip }: Extract<DrainTarget, { type: 'http' }>,
  headers: Readonly<Record<string, string>>,
  outgoing: Pick<Outgoing, 'request'>,
): Target => ({
  limits: quickBatches,
  send: (records, signal) =>
    post(outgoing, { url, contentType: 'application/x-ndjson', headers, gzip, body: ndjsonOf(records), signal }),
})
