import { readdir, stat } from 'node:fs/promises'
import type { DiskUse } from '../../engine.ts'
import { measureFolders } from '../../measured-folders/measure-folders.ts'
import { processTree } from '../system/process-tree.ts'
import type { WorkloadFolders } from '../workload-folders.ts'

/** Returns the bytes of each running workload: its folder, and deleted files that it still holds open. */
export async function processDiskUsage(folders: WorkloadFolders, signal?: AbortSignal): Promise<Map<string, DiskUse>> {
  const running = folders.running().map(({ id }) => ({ id, folder: folders.of(id) }))
  const paths = running.map(({ folder }) => folder.files)
  const measured = await measureFolders(paths, signal)
  const usage = new Map<string, DiskUse>()
  for (const { id, folder } of running) {
    signal?.throwIfAborted()
    const bytes = measured.get(folder.files) ?? 'notMeasurable'
    const pid = folder.read('run')?.childPid
    usage.set(id, bytes === 'notMeasurable' ? bytes : bytes + (pid ? await deletedBytes(pid) : 0))
  }
  return usage
}

/**
 * Counts files that are deleted but open (Linux only), each once even if several processes hold it. Reads no paths,
 * which may be too long.
 */
async function deletedBytes(pid: number): Promise<number> {
  const files = new Map<string, number>()
  for (const each of processTree(pid)) {
    const open = await readdir(`/proc/${each}/fd`).catch(() => [])
    for (const number of open) {
      const file = await stat(`/proc/${each}/fd/${number}`).catch(() => undefined)
      if (file?.isFile() && file.nlink === 0) files.set(`${file.dev}:${file.ino}`, file.blocks * 512)
    }
  }
  return [...files.values()].reduce((sum, bytes) => sum + bytes, 0)
}
