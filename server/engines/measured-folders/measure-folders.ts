import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { DiskUse } from '../engine.ts'

/** What each folder takes on disk, by its path. A thread walks through them, so that nobody waits for it. */
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
