import type { Workload } from '../engine.ts'
import { FolderWatch } from './system/folder-watch.ts'
import type { WorkloadFolder } from './workload-folder.ts'
import { readWorkload } from './workload-state.ts'

/** Waits until a workload does not run any more; answers what it is then, or undefined when it is gone or the wait was given up. */
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
