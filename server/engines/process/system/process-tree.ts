import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { statFields } from './process-mark.ts'

const ticksPerSecond = 100
const pageBytes = 4096

/** Lists a process and its descendants, parents first; empty when it is gone. */
export function processTree(pid: number): number[] {
  if (process.platform !== 'linux') return [pid]
  try {
    return [pid, ...childrenOf(pid).flatMap(processTree)]
  } catch {
    return []
  }
}

/** Lists the children of every thread, not only of the main thread. */
function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
    try {
      return readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1')
        .trim()
        .split(' ')
        .filter(Boolean)
        .map(Number)
    } catch {
      return [] // This thread has ended.
    }
  })
}

/**
 * Lists the processes of the program itself. Inside a sandbox they are identified by their position, because a program
 * can choose its own name: below the process that holds the sandbox, and below the first process in it, which reaps.
 */
export function programProcesses(pid: number, isSandboxed: boolean): number[] {
  const tree = processTree(pid)
  if (!isSandboxed || process.platform !== 'linux') return tree
  const outside = namespacePids(pid).length
  return tree.filter((each) => {
    const [first, ...deeper] = namespacePids(each).slice(outside)
    return first !== undefined && (first !== '1' || deeper.length > 0)
  })
}

/** Returns a process's id in each of its nested namespaces, the outermost first. */
function namespacePids(pid: number): string[] {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1')
    return /^NSpid:\t(.*)$/m.exec(status)?.[1]?.split('\t') ?? []
  } catch {
    return []
  }
}

export function treeUsage(pid: number): { cpuMicros: number; memoryBytes: number; processes: number } {
  const usages = processTree(pid).map(usage)
  return {
    cpuMicros: usages.reduce((sum, { cpuMicros }) => sum + cpuMicros, 0),
    memoryBytes: usages.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0),
    processes: usages.length,
  }
}

/** Returns what a process and its descendants transferred from and to disks; empty where the system does not say. */
export function treeTransfers(pid: number): { diskReadBytes?: number; diskWriteBytes?: number } {
  let diskReadBytes = 0
  let diskWriteBytes = 0
  try {
    for (const each of processTree(pid)) {
      const text = readFileSync(`/proc/${each}/io`, 'latin1')
      diskReadBytes += Number(/^read_bytes: (\d+)$/m.exec(text)?.[1])
      diskWriteBytes += Number(/^write_bytes: (\d+)$/m.exec(text)?.[1])
    }
  } catch {
    return {} // Another user's process, one that has just ended, or another system.
  }
  return { diskReadBytes, diskWriteBytes }
}

function usage(pid: number): { cpuMicros: number; memoryBytes: number } {
  try {
    if (process.platform !== 'linux') return usageByPs(pid)
    const fields = statFields(pid)
    const ticks = Number(fields[11]) + Number(fields[12])
    return { cpuMicros: (ticks * 1_000_000) / ticksPerSecond, memoryBytes: Number(fields[21]) * pageBytes }
  } catch {
    return { cpuMicros: 0, memoryBytes: 0 }
  }
}

function usageByPs(pid: number): { cpuMicros: number; memoryBytes: number } {
  const [kilobytes = '0', time = '0'] = execFileSync('/bin/ps', ['-o', 'rss=,time=', '-p', String(pid)], {
    encoding: 'utf8',
  })
    .trim()
    .split(/\s+/)
  const seconds = time.split(/[:-]/).reduce((sum, part) => sum * 60 + Number(part), 0)
  return { cpuMicros: seconds * 1_000_000, memoryBytes: Number(kilobytes) * 1024 }
}
