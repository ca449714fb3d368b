import { readdir, readlink, stat } from 'node:fs/promises'
import { processTree } from '../system/process-tree.ts'
import type { WorkloadFolders } from '../workload-folders.ts'
import { folderBytes } from './folder-bytes.ts'

/** What each running workload has in its folder, and in files that it deleted and still holds open. */
export async function processDiskUsage(folders: WorkloadFolders, signal?: AbortSignal): Promise<Map<string, number>> {
  const usage = new Map<string, number>()
  for (const { id } of folders.running()) {
    signal?.throwIfAborted()
    const folder = folders.of(id)
    const pid = folder.read('run')?.childPid
    usage.set(id, (await folderBytes(folder.files, signal)) + (pid ? await deletedBytes(pid) : 0))
  }
  return usage
}

/** Linux only; a deleted file that several processes hold counts once. */
async function deletedBytes(pid: number): Promise<number> {
  const files = new Map<string, number>()
  for (const each of processTree(pid)) {
    const open = await readdir(`/proc/${each}/fd`).catch(() => [])
    for (const number of open) {
      const path = `/proc/${each}/fd/${number}`
      const target = await readlink(path).catch(() => '')
      if (!target.endsWith(' (deleted)')) continue
      const file = await stat(path).catch(() => undefined)
      if (file?.isFile()) files.set(`${file.dev}:${file.ino}`, file.blocks * 512)
    }
  }
  return [...files.values()].reduce((sum, bytes) => sum + bytes, 0)
}
