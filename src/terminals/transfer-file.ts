import { UPLOAD_PIECE_BYTES, UPLOAD_PIECES_AT_ONCE } from '../contract/shell/shell-files.ts'
import { FileError } from './file-error.ts'
import type { RemoteFiles } from './terminal-client.ts'

interface Progress {
  signal: AbortSignal
  /** From 0 to 1. */
  onProgress: (fraction: number) => void
}

/** Reads a file of at most `maxBytes` piece by piece; the next is requested when the one before has arrived. */
export const downloadFile = async (
  files: RemoteFiles,
  path: string,
  { signal, onProgress, maxBytes }: Progress & { maxBytes: number },
): Promise<Uint8Array<ArrayBuffer>[]> => {
  const { transfer, size } = await files.request('read', { path })
  const parts: Uint8Array<ArrayBuffer>[] = []
  let received = 0
  for (let isEnd = false; !isEnd; ) {
    const isTooLarge = size > maxBytes || received > maxBytes
    if (signal.aborted || isTooLarge) {
      await files.request('stopTransfer', { transfer })
      throw isTooLarge ? new FileError('tooLarge', tooLarge(maxBytes)) : signal.reason
    }
    const piece = await files.request('readMore', { transfer })
    const data = new Uint8Array(piece.data)
    parts.push(data)
    received += data.length
    onProgress(size === 0 ? 1 : received / size)
    isEnd = piece.isEnd && received <= maxBytes
  }
  return parts
}

const tooLarge = (maxBytes: number) => `This file is larger than ${maxBytes / 1024 / 1024} MiB.`

/** Writes a file. The server answers each piece when the container has taken it, and the last when the file is whole. */
export const uploadFile = async (
  files: Pick<RemoteFiles, 'request'>,
  { path, content, overwrite }: { path: string; content: Blob; overwrite: boolean },
  { signal, onProgress }: Progress,
): Promise<void> => {
  const { transfer } = await files.request('write', { path, size: content.size, overwrite })
  const pending: Promise<unknown>[] = []
  let sent = 0
  try {
    for (let at = 0; at < content.size; at += UPLOAD_PIECE_BYTES) {
      signal.throwIfAborted()
      const data = new Uint8Array(await content.slice(at, at + UPLOAD_PIECE_BYTES).arrayBuffer())
      const piece = files.request('writeMore', { transfer, data })
      // It is awaited later, and must not count as unhandled until then.
      piece.catch(() => {})
      pending.push(piece)
      // Several are on their way, so that a distant server does not wait for each.
      if (pending.length >= UPLOAD_PIECES_AT_ONCE) await pending.shift()
      sent += data.length
      onProgress(sent / content.size)
    }
    await Promise.all(pending)
  } catch (error) {
    await files.request('stopTransfer', { transfer }).catch(() => {})
    throw error
  }
}
