import { diskSpaceOf } from '../../engines/disk-space.ts'
import { type DiskSpace, type Engine, EngineFailure } from '../../engines/engine.ts'

/** Free space on the disks of workloads and of the control plane, and the reserve that is never offered. */
export interface FreeDisk {
  /** Returns the space on the workloads' disk without the reserve; undefined if it cannot be measured. */
  offered(): Promise<DiskSpace | undefined>
  /** Returns whether less than the reserve is free on the workloads' or the control plane's disk. */
  isLow(): Promise<boolean>
  /** Runs a task that writes to the disk, and aborts it once only the reserve is left. */
  whileEnough<T>(task: (full: AbortSignal) => Promise<T>): Promise<T>
}

const pollMs = 1000
const full = () =>
  new EngineFailure('diskFull', 'This machine does not have enough free disk space. Ask the operator to free some.')

export function createFreeDisk(engine: Pick<Engine, 'diskSpace'>, dataFolder: string, reserveBytes: number): FreeDisk {
  const less = (space: DiskSpace): DiskSpace => ({
    totalBytes: Math.max(0, space.totalBytes - reserveBytes),
    freeBytes: Math.max(0, space.freeBytes - reserveBytes),
  })

  async function isLow(): Promise<boolean> {
    const disks = await Promise.all([engine.diskSpace(), diskSpaceOf(dataFolder)])
    return disks.some((space) => space !== undefined && space.freeBytes < reserveBytes)
  }

  return {
    isLow,

    async offered() {
      const space = await engine.diskSpace()
      return space && less(space)
    },

    async whileEnough(task) {
      if (await isLow()) throw full()
      const controller = new AbortController()
      const timer = setInterval(() => {
        isLow().then(
          (low) => low && controller.abort(full()),
          () => {}, // If the engine does not respond, the task itself fails.
        )
      }, pollMs)
      try {
        return await task(controller.signal)
      } catch (error) {
        throw controller.signal.aborted ? controller.signal.reason : error
      } finally {
        clearInterval(timer)
      }
    },
  }
}
