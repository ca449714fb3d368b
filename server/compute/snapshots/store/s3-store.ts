import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { BackupPlace } from '../../../../src/contract/wire/volumes/backup.ts'
import { AddressNotPermitted } from '../../../addresses/public-address.ts'
import type { CheckedAgents } from '../../../outgoing/checked-agents.ts'
import { OutgoingFailure } from '../../../outgoing/outgoing-failure.ts'
import { type ArchiveStore, archiveGone, StoreFailure } from './archive-store.ts'
import { objectKey } from './object-key.ts'

export interface S3StoreOptions {
  place: BackupPlace
  secretAccessKey: string
  agents: CheckedAgents
}

const CONNECT_MS = 10_000
const REQUEST_MS = 120_000
/** Of a removal with its repeated attempts: it reads and writes nothing large. */
const REMOVE_MS = 30_000
/** S3 allows 10,000 parts, so this much of each is enough for 160 GB. */
const PART_BYTES = 16 * 1024 ** 2
const PARTS_AT_ONCE = 2

/** Keeps archives in a bucket. S3 shows an object only once its upload is complete. */
export function createS3Store({ place, secretAccessKey, agents }: S3StoreOptions): ArchiveStore {
  const { endpoint, region, bucket: Bucket, accessKeyId } = place
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: REQUEST_MS,
      httpAgent: agents.http,
      httpsAgent: agents.https,
    },
  })
  const keyOf = (key: string) => objectKey(place, key)

  async function attempt<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call()
    } catch (error) {
      throw failureOf(error, place)
    }
  }

  /**
   * Parts of an upload that a killed process left behind are stored, and paid for, until they are removed. Not every
   * server lists them, and not every key may.
   */
  async function abortUploads(Key: string, abortSignal: AbortSignal): Promise<void> {
    try {
      const { Uploads } = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: Key }), { abortSignal })
      for (const { UploadId, Key: found } of Uploads ?? [])
        if (found === Key)
          await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }), { abortSignal })
    } catch (error) {
      if (!(error instanceof Error) || !('$metadata' in error)) throw error
    }
  }

  return {
    write: (key, source, signal) =>
      attempt(async () => {
        const Key = keyOf(key)
        const abort = new AbortController()
        const upload = new Upload({
          client,
          // The library waits for a stream that has failed before its first part.
          params: { Bucket, Key, Body: Readable.from(failingWith(source, abort)) },
          partSize: PART_BYTES,
          queueSize: PARTS_AT_ONCE,
          abortController: abort,
        })
        const stop = () => abort.abort()
        signal.addEventListener('abort', stop, { once: true })
        try {
          await abortUploads(Key, signal)
          await upload.done()
        } catch (error) {
          throw source.errored ?? error
        } finally {
          source.destroy()
          signal.removeEventListener('abort', stop)
        }
      }),

    read: (key, signal) =>
      attempt(async () => {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: keyOf(key) }), { abortSignal: signal })
        if (!(Body instanceof Readable)) throw archiveGone()
        return Body
      }),

    remove: (key) =>
      attempt(async () => {
        const abortSignal = AbortSignal.timeout(REMOVE_MS)
        try {
          await abortUploads(keyOf(key), abortSignal)
          await client.send(new DeleteObjectCommand({ Bucket, Key: keyOf(key) }), { abortSignal })
        } catch (error) {
          throw abortSignal.aborted ? unreachable(place, error) : error
        }
      }),
  }
}

async function* failingWith(source: Readable, abort: AbortController): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) yield chunk
  } catch (error) {
    abort.abort()
    throw error
  }
}

const denied = new Set([
  'AccessDenied',
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'NoSuchBucket',
  'PermanentRedirect',
])

/** The messages of the end point are a stranger's text, so they are not shown. */
function failureOf(error: unknown, { endpoint, bucket }: BackupPlace): unknown {
  if (!(error instanceof Error) || error instanceof StoreFailure) return error
  const { host } = new URL(endpoint)
  const causes = [error, error.cause, ...('errors' in error && Array.isArray(error.errors) ? error.errors : [])]
  const rejected = causes.find((cause) => cause instanceof AddressNotPermitted)
  if (rejected) return new StoreFailure('storeDenied', rejected.message)
  if (error.name === 'NoSuchKey' || error.name === 'NotFound') return archiveGone()
  if (denied.has(error.name))
    return new StoreFailure('storeDenied', `${host} does not grant access to the bucket ${bucket} (${error.name}).`)
  if (error.name === 'AbortError') return error
  const isOfService =
    '$metadata' in error || error instanceof OutgoingFailure || ('code' in error && typeof error.code === 'string')
  return isOfService ? unreachable({ endpoint, bucket }, error) : error
}

const unreachable = ({ endpoint, bucket }: Pick<BackupPlace, 'endpoint' | 'bucket'>, cause: unknown) =>
  new StoreFailure(
    'storeUnreachable',
    `The bucket ${bucket} at ${new URL(endpoint).host} could not be used. Check its address.`,
    { cause },
  )
