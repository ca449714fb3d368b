import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { DiskUse } from '../engine.ts'

/**
 * Returns the disk usage of each folder, by its path. A worker thread walks them, so that the event loop stays free.
 */
export async function measureFolders(folders: readonly string[], signal?: AbortSignal): Promise<Map<string, DiskUse>> {
  const measured = new Map<string, DiskUse>()
  if (folders.length === 0) return measured
  signal?.throwIfAborted()
  const worker = new Worker(new URL('./folder-worker.ts', import.meta.url), { workerData: { folders } })
  worker.on('message', ([folder, bytes]: [string, DiskUse]) => measured.set(folder, bytes))
  try {
    await once(worker, 'exit', signal && { signal })
  } finally {
    await worker.terminate()
  }
  return measured
}
