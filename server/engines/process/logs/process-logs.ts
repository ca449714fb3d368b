import { type FileHandle, open } from 'node:fs/promises'
import type { LogEntry, LogOptions } from '../../engine.ts'
import { FolderWatch } from '../system/folder-watch.ts'
import { readFrame } from './log-frame.ts'
import { segmentNumbers, segmentPath } from './log-segments.ts'

const readBytes = 256 * 1024

/** Reads a workload's log files; with `follow`, until `hasEnded` and everything written before then was yielded. */
export async function* processLogs(
  folder: string,
  { follow, sinceMs = 0, signal }: LogOptions,
  hasEnded: () => boolean,
): AsyncGenerator<LogEntry> {
  const watch = follow ? new FolderWatch(folder, signal) : undefined
  const sinceNs = BigInt(Math.floor(sinceMs)) * 1_000_000n
  let number = segmentNumbers(folder)[0] ?? 1
  let file: FileHandle | undefined
  let rest = Buffer.alloc(0)
  try {
    while (!signal?.aborted) {
      // Checked before the read, so that the read includes everything written before the end.
      const isLast = !follow || hasEnded()
      const newer = segmentNumbers(folder).find((each) => each > number)
      file ??= await openIfThere(segmentPath(folder, number))
      const chunk = await readMore(file)
      if (chunk.length > 0) {
        rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
        let at = 0
        for (let frame = readFrame(rest, at); frame; frame = readFrame(rest, at)) {
          at = frame.end
          if (BigInt(frame.entry.atNs) >= sinceNs) yield frame.entry
        }
        rest = rest.subarray(at)
      } else if (newer !== undefined) {
        await file?.close()
        file = undefined
        number = newer
        rest = Buffer.alloc(0)
      } else if (isLast) return
      else await watch?.changed()
    }
  } finally {
    watch?.close()
    await file?.close()
  }
}

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path)
  } catch {
    return undefined
  }
}

/** Allocates a buffer for every read, because the yielded entries are views into it. */
async function readMore(file: FileHandle | undefined): Promise<Buffer<ArrayBuffer>> {
  if (!file) return Buffer.alloc(0)
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(readBytes), 0, readBytes)
  return buffer.subarray(0, bytesRead)
}
