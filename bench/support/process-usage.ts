import { readdirSync, readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100

/** Returns the processor time of a process and its children, in microseconds; NaN on systems without /proc. */
export const processorMicros = (pid: number): number =>
  [pid, ...childrenOf(pid)].reduce((sum, each) => {
    const fields = readFileSync(`/proc/${each}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return sum + ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1_000_000
  }, 0)

/** Returns the memory of a process in bytes that no other process shares. */
export const residentBytes = (pid: number): number =>
  Number(/^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024

const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number),
  )
