import { lstat, opendir } from 'node:fs/promises'
import { join } from 'node:path'

const blockBytes = 512

/** What a folder takes on disk: blocks and not lengths, so that holes count nothing, and each linked file once. */
export async function folderBytes(folder: string, signal?: AbortSignal): Promise<number> {
  const linked = new Set<number>()
  const open = [folder]
  let bytes = 0
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    signal?.throwIfAborted()
    const entries = await opendir(path).catch(() => undefined)
    if (!entries) continue
    for await (const { name } of entries) {
      const entry = join(path, name)
      const file = await lstat(entry).catch(() => undefined)
      if (!file || linked.has(file.ino)) continue
      if (file.nlink > 1 && !file.isDirectory()) linked.add(file.ino)
      bytes += file.blocks * blockBytes
      if (file.isDirectory()) open.push(entry)
    }
  }
  return bytes
}
