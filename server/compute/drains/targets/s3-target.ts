import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import type { DrainTarget } from '../../../../src/contract/wire/drains/drain-target.ts'
import { AddressNotPermitted } from '../../../addresses/public-address.ts'
import type { Outgoing } from '../../../outgoing/outgoing.ts'
import { objectKey } from '../../snapshots/store/object-key.ts'
import { type DrainRecord, ndjsonOf } from './record.ts'
import type { SendResult, Target } from './target.ts'

type Place = Extract<DrainTarget, { type: 's3' }>

const CONNECT_MS = 10_000
const REQUEST_MS = 60_000
const MAX_LINES = 200_000

const compressed = promisify(gzip)

/** Writes objects of compressed NDJSON, named by the time of their first line. */
export function createS3Target(place: Place, secretAccessKey: string, outgoing: Pick<Outgoing, 'agents'>): Target {
  const { endpoint, region, bucket: Bucket, accessKeyId, maxBytes, maxAgeSeconds } = place
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    // The drain repeats what has failed.
    maxAttempts: 1,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: REQUEST_MS,
      httpAgent: outgoing.agents.http,
      httpsAgent: outgoing.agents.https,
    },
  })
  return {
    limits: { lines: MAX_LINES, bytes: maxBytes, ageMs: maxAgeSeconds * 1000 },
    async send(records, abortSignal) {
      const Key = objectKey(place, keyOf(records))
      try {
        const Body = await compressed(ndjsonOf(records))
        const object = { Bucket, Key, Body, ContentType: 'application/x-ndjson', ContentEncoding: 'gzip' }
        await client.send(new PutObjectCommand(object), { abortSignal })
        return { kind: 'sent', reply: `The object ${Key} was written.` }
      } catch (error) {
        abortSignal.throwIfAborted()
        return failureOf(error, place)
      }
    },
  }
}

/** The same lines have the same name, so that a repeated batch replaces its object. */
export function keyOf(records: readonly DrainRecord[]): string {
  const [first, last] = [records[0], records.at(-1)]
  const at = new Date(first?.atMs ?? 0).toISOString()
  const [day = '', time = ''] = at.split('T')
  const lines = [first, last].map(
    (record) => record && [record.origin.deploymentId, record.origin.log, record.sequence],
  )
  const mark = createHash('sha256')
    .update(JSON.stringify([lines, records.length]))
    .digest('hex')
    .slice(0, 12)
  return `${day.replaceAll('-', '/')}/${time.slice(0, 2)}/${at.replaceAll(':', '-')}-${mark}.ndjson.gz`
}

const texts: Record<string, string> = {
  NoSuchBucket: 'The bucket does not exist.',
  AccessDenied: 'The access key may not write to the bucket.',
  InvalidAccessKeyId: 'The access key is unknown.',
  SignatureDoesNotMatch: 'The secret access key is wrong.',
  PermanentRedirect: 'The bucket is in another region.',
}

/** The messages of the end point are a stranger's text, so they are not shown. Every failure is about all lines. */
function failureOf(error: unknown, { endpoint }: Place): SendResult {
  const { host } = new URL(endpoint)
  const causes = error instanceof Error ? [error, error.cause] : []
  const rejected = causes.find((cause) => cause instanceof AddressNotPermitted)
  if (rejected) return { kind: 'failed', error: rejected.message }
  const name = error instanceof Error ? error.name : ''
  return { kind: 'failed', error: texts[name] ?? `${host} could not be used. Check its address.` }
}
