import { diskSpaceOf } from '../../engines/disk-space.ts'
import { type DiskSpace, type Engine, EngineFailure } from '../../engines/engine.ts'

/** The disks that workloads and the control plane write to, and the part of them that nobody gets. */
export interface FreeDisk {
  /** The disk of the workloads, without the reserve; undefined when it cannot be known. */
  offered(): Promise<DiskSpace | undefined>
  /** Whether less than the reserve is free, on the workloads' disk or on the control plane's. */
  isLow(): Promise<boolean>
  /** Runs a task that fills the disk, and ends it when it reaches the reserve. */
  whileEnough<T>(task: (full: AbortSignal) => Promise<T>): Promise<T>
}

const pollMs = 1000
const full = () =>
  new EngineFailure(
    'diskFull',
    'This machine does not have enough free disk space for the image. Ask the operator to free some.',
  )

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
          () => {}, // An engine that does not answer now fails the task itself.
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
