import type { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { type ArchiveStore, StoreFailure } from '../store/archive-store.ts'
import { ByteLimit } from './byte-limit.ts'
import { ByteTally } from './byte-tally.ts'
import { BrokenArchive, TarCheck, type TarTally } from './tar-check.ts'

type Content = 'volume' | 'dump'

export interface Stored {
  storedBytes: number
  contentBytes: number
  entries: number
  sha256: string
}

interface Storing {
  source: Readable
  content: Content
  signal: AbortSignal
  /** Of the content. */
  maxBytes?: number
  /** Is given the stored bytes as they grow, and rejects what may not be stored any more. */
  admit?: (storedBytes: number) => Promise<void>
}

interface Expected {
  storedBytes: number
  contentBytes: number | null
  sha256: string | null
}

/** Fast enough to keep up with a disk. */
const LEVEL = 3

/** Compresses a stream into a store. Nothing is stored unless the source ends well and, for files, is a whole archive. */
export async function storeArchive(
  store: ArchiveStore,
  key: string,
  { source, content, signal, maxBytes = Number.POSITIVE_INFINITY, admit = async () => {} }: Storing,
): Promise<Stored> {
  const check = checkOf(content)
  const stored = new ByteTally()
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: LEVEL } })
  async function* admitted(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let bytes = 0
    for await (const chunk of chunks) {
      bytes += chunk.length
      await admit(bytes)
      yield chunk
    }
  }
  const written = pipeline(source, new ByteLimit(maxBytes, tooLarge), check, compress, admitted, stored, { signal })
  await together(signal, [written, store.write(key, stored, signal)])
  const { entries, bytes } = tallyOf(check)
  return { storedBytes: stored.bytes, contentBytes: bytes, entries, sha256: stored.sha256() }
}

/**
 * Reads an archive back through `use`, and throws unless the stored bytes have the checksum and the content is whole.
 * `use` may have taken a wrong content by then, so what it made counts only when this resolves; but it is never given
 * more than was stored.
 */
export async function readArchive(
  store: ArchiveStore,
  key: string,
  { expected, content, signal }: { expected: Expected; content: Content; signal: AbortSignal },
  use: (source: Readable) => Promise<void>,
): Promise<TarTally> {
  const check = checkOf(content)
  const stored = new ByteTally()
  const source = await store.read(key, signal)
  const storedLimit = new ByteLimit(expected.storedBytes, tooLong)
  const contentLimit = new ByteLimit(expected.contentBytes ?? 0, tooLong)
  const read = pipeline(source, storedLimit, stored, createZstdDecompress(), contentLimit, check, { signal })
  const used = use(check).finally(() => check.destroy())
  await together(signal, [read, used]).catch((error: unknown) => {
    throw isBadZstd(error) ? new BrokenArchive('The stored file is damaged.', { cause: error }) : error
  })
  if (stored.sha256() !== expected.sha256) throw new BrokenArchive('The stored file is damaged: its checksum differs.')
  return tallyOf(check)
}

/** Waits for both ends of a chain of streams, and throws the error that broke it instead of what followed from it. */
async function together(signal: AbortSignal, ends: Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(ends)
  const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  if (reasons.length === 0) return
  if (signal.aborted) throw signal.reason
  throw reasons.find((reason) => !isConsequence(reason)) ?? reasons[0]
}

const tooLarge = () => new StoreFailure('archiveTooLarge', 'The command wrote more than a backup may hold.')
const tooLong = () => new BrokenArchive('The stored file is damaged: it is longer than what was stored.')

const isConsequence = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR'].includes(String(error.code))

const checkOf = (content: Content): Transform => (content === 'volume' ? new TarCheck() : new ByteTally())

const tallyOf = (check: Transform): TarTally =>
  check instanceof TarCheck ? check.tally : { entries: 1, bytes: check instanceof ByteTally ? check.bytes : 0 }

const isBadZstd = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ZSTD_')
