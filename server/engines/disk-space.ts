import { statfs } from 'node:fs/promises'
import type { DiskSpace } from './engine.ts'

/**
 * Returns the size and free space of the file system that holds a path; undefined when the path is not on this machine.
 */
export async function diskSpaceOf(path: string): Promise<DiskSpace | undefined> {
  try {
    const { bsize, blocks, bavail } = await statfs(path)
    return { totalBytes: bsize * blocks, freeBytes: bsize * bavail }
  } catch {
    return undefined
  }
}
