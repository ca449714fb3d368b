import { readFileSync } from 'node:fs'

/** npm that is killed outright forwards nothing, so whoever it started looks for it, and for the shell between them. */
export function whenOrphaned(act) {
  const parents = [process.ppid, ...(process.env.npm_lifecycle_event ? parentOf(process.ppid) : [])]
  const timer = setInterval(() => {
    if (process.ppid === parents[0] && parents.every(isAlive)) return
    clearInterval(timer)
    act()
  }, 1000)
  timer.unref()
}

function parentOf(pid) {
  try {
    const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return Number(parent) > 1 ? [Number(parent)] : []
  } catch {
    return []
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
