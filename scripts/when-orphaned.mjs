import { readFileSync } from 'node:fs'

/** Polls whether npm and the shell in between are alive: npm forwards no signal when it is killed with SIGKILL. */
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
