import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { promisify } from 'node:util'
import { findSystemProgram } from '../sandbox/system-programs.ts'

/** Removes the folder of an ended workload, even where its program has removed the owner's permissions. */
export async function removeFolder(path: string): Promise<void> {
  // Node's only way to remove a folder that works for paths of any length.
  const remove = () => rmSync(path, { recursive: true, force: true })
  try {
    remove()
  } catch (error) {
    const chmod = findSystemProgram('chmod')
    if (!chmod) throw error
    // chmod follows no links inside the folder. Failures surface in the second `remove`.
    await promisify(execFile)(chmod, ['-R', 'u+rwX', path]).catch(() => undefined)
    remove()
  }
}
