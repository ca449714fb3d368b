import type { Workload } from '../engine.ts'
import { FolderWatch } from './system/folder-watch.ts'
import type { WorkloadFolder } from './workload-folder.ts'
import { readWorkload } from './workload-state.ts'

/**
 * Resolves with the workload when it is no longer running; with undefined when it was removed or the wait was aborted.
 */
export async function waitForExit(folder: WorkloadFolder, signal: AbortSignal): Promise<Workload | undefined> {
  const watch = new FolderWatch(folder.path, signal)
  try {
    while (!signal.aborted) {
      const workload = readWorkload(folder)
      if (workload?.state.kind !== 'running') return workload
      await watch.changed()
    }
    return undefined
  } finally {
    watch.close()
  }
}
