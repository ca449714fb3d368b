import * as v from 'valibot'
import { uuid } from '../wire/common.ts'

/** The most files that a folder shows. */
export const MAX_LISTED = 10_000
export const MAX_DOWNLOAD_BYTES = 256 * 1024 * 1024
export const MAX_UPLOAD_BYTES = 256 * 1024 * 1024
/** Larger files are downloaded, not shown. */
export const MAX_VIEWED_BYTES = 1024 * 1024
/** The most in one piece of an upload. */
export const UPLOAD_PIECE_BYTES = 48 * 1024
/** The most pieces of one upload that wait for their answers. */
export const UPLOAD_PIECES_AT_ONCE = 8
export const TRANSFERS_PER_SESSION = 4

const MAX_PATH = 4096

const path = v.pipe(
  v.string(),
  v.startsWith('/', 'Enter an absolute path.'),
  v.maxLength(MAX_PATH, 'This path is too long.'),
  v.check((given) => !given.includes('\0'), 'This path is not valid.'),
)
const bytes = v.custom<Uint8Array>((value) => value instanceof Uint8Array, 'Not binary.')
const piece = v.pipe(
  bytes,
  v.check(({ byteLength }) => byteLength > 0 && byteLength <= UPLOAD_PIECE_BYTES, 'Too long.'),
)
const size = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_UPLOAD_BYTES, 'The file is too large.'))

/** Requests about the files of a container, in a session of the kind `files`. */
export const fileRequests = {
  list: v.strictObject({ id: uuid, path }),
  /** Answers with the size, and a number for `readMore`. */
  read: v.strictObject({ id: uuid, path }),
  readMore: v.strictObject({ id: uuid, transfer: v.number() }),
  /** Answers with a number for `writeMore`; the last piece is answered when the file is in its place. */
  write: v.strictObject({ id: uuid, path, size, overwrite: v.boolean() }),
  writeMore: v.strictObject({ id: uuid, transfer: v.number(), data: piece }),
  stopTransfer: v.strictObject({ id: uuid, transfer: v.number() }),
}

export type FileRequest = keyof typeof fileRequests
export type FileInput<R extends FileRequest> = v.InferOutput<(typeof fileRequests)[R]>

export const listedFile = v.object({
  name: v.string(),
  kind: v.picklist(['file', 'folder', 'link', 'folderLink', 'other']),
  /** Null where the image cannot tell. */
  size: v.nullable(v.number()),
  changedAtMs: v.nullable(v.number()),
})
export type ListedFile = v.InferOutput<typeof listedFile>

export interface FileResponses {
  list: {
    /** Without symbolic links. */
    path: string
    files: ListedFile[]
    /** True when the folder contains more. */
    isCut: boolean
  }
  read: { transfer: number; size: number }
  readMore: { data: Uint8Array; isEnd: boolean }
  write: { transfer: number }
  writeMore: object
  stopTransfer: object
}
