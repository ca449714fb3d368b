import { readdirSync, readFileSync } from 'node:fs'

/**
 * Kills every process of a shared process namespace whose environment contains MARK, and all of their descendants. They
 * are stopped first, so that none can start another meanwhile.
 */
const mark = process.env.MARK ?? ''
const LIMIT_MS = 8000
const PAUSE_MS = 5

function processes() {
  return readdirSync('/proc').flatMap((name) => {
    const pid = Number(name)
    if (!(pid > 1) || pid === process.pid) return []
    try {
      // The name of a program may contain parentheses and spaces.
      const [state, parent] = readFileSync(`/proc/${pid}/stat`, 'latin1')
        .replace(/^.*\) /s, '')
        .split(' ')
      return state === 'Z' ? [] : [{ pid, parent: Number(parent) }]
    } catch {
      return []
    }
  })
}

function isMarked(pid) {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(mark)
  } catch {
    return false
  }
}

function descendants(known) {
  const all = processes()
  const found = new Set(all.filter(({ pid }) => known.has(pid) || isMarked(pid)).map(({ pid }) => pid))
  for (let size = -1; size !== found.size; ) {
    size = found.size
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid)
  }
  return found
}

function signal(pid, name) {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended.
  }
}

if (mark === '') process.exit(2)
const endMs = Date.now() + LIMIT_MS
let stopped = new Set()
for (let found = descendants(stopped); found.size > 0; found = descendants(new Set())) {
  while ([...found].some((pid) => !stopped.has(pid))) {
    for (const pid of found) signal(pid, 'SIGSTOP')
    stopped = found
    found = descendants(stopped)
  }
  for (const pid of found) signal(pid, 'SIGKILL')
  stopped = new Set()
  if (Date.now() > endMs) process.exit(1)
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
}
