import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { promisify } from 'node:util'
import { findSystemProgram } from '../sandbox/system-programs.ts'

/** Removes the folder of an ended workload, also where its program has closed folders to their owner. */
export async function removeFolder(path: string): Promise<void> {
  // Of Node's ways to remove a folder the one for which no path is too long.
  const remove = () => rmSync(path, { recursive: true, force: true })
  try {
    remove()
  } catch (error) {
    const chmod = findSystemProgram('chmod')
    if (!chmod) throw error
    // It follows no links inside of the folder. What it cannot change fails below.
    await promisify(execFile)(chmod, ['-R', 'u+rwX', path]).catch(() => undefined)
    remove()
  }
}
