import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { statFields } from './process-mark.ts'

const ticksPerSecond = 100
const pageBytes = 4096

/** A process and everything that it started, oldest first; empty when it is gone. */
export function processTree(pid: number): number[] {
  if (process.platform !== 'linux') return [pid]
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim().split(' ').filter(Boolean)
    return [pid, ...children.flatMap((child) => processTree(Number(child)))]
  } catch {
    return []
  }
}

/** The processes that are the program itself, without the sandbox around it. */
export function programProcesses(pid: number): number[] {
  return processTree(pid).filter((each) => nameOf(each) !== 'bwrap')
}

export function treeUsage(pid: number): { cpuMicros: number; memoryBytes: number } {
  const usages = processTree(pid).map(usage)
  return {
    cpuMicros: usages.reduce((sum, { cpuMicros }) => sum + cpuMicros, 0),
    memoryBytes: usages.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0),
  }
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
  const [kilobytes = '0', time = '0'] = execFileSync('ps', ['-o', 'rss=,time=', '-p', String(pid)], {
    encoding: 'utf8',
  })
    .trim()
    .split(/\s+/)
  const seconds = time.split(/[:-]/).reduce((sum, part) => sum * 60 + Number(part), 0)
  return { cpuMicros: seconds * 1_000_000, memoryBytes: Number(kilobytes) * 1024 }
}

function nameOf(pid: number): string {
  try {
    return process.platform === 'linux' ? readFileSync(`/proc/${pid}/comm`, 'latin1').trim() : ''
  } catch {
    return ''
  }
}
