import type { WorkloadSpec } from '../engine.ts'
import { checkPlace, invalid, isInside } from './check-path.ts'

const MAX_MOUNTS = 20

export function checkMounts({ mounts = [], files = [] }: Pick<WorkloadSpec, 'mounts' | 'files'>): void {
  if (mounts.length > MAX_MOUNTS) throw invalid('mounts', `A workload can have at most ${MAX_MOUNTS} volumes.`)
  for (const [index, { volumeId, path, isReadOnly }] of mounts.entries()) {
    checkPlace(`mounts.${index}.path`, path)
    if (mounts.findIndex((other) => other.path === path) !== index)
      throw invalid(`mounts.${index}.path`, `Another volume is mounted at ${path}.`)
    if (mounts.findIndex((other) => other.volumeId === volumeId) !== index)
      throw invalid(`mounts.${index}.volumeId`, 'This volume is listed twice.')
    for (const file of files) checkBeside(index, path, isReadOnly === true, file.path)
  }
}

function checkBeside(index: number, path: string, isReadOnly: boolean, file: string): void {
  if (isInside(path, file)) throw invalid(`mounts.${index}.path`, `The file ${file} is there.`)
  if (isReadOnly && isInside(file, path))
    throw invalid(`mounts.${index}.isReadOnly`, `The file ${file} cannot be written to this volume.`)
}
