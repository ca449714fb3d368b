import type { MatchPattern } from '../../src/logs/store/line-matcher.ts'
import type { PatternJob, PatternResult } from './pattern-worker.ts'

const LIMIT_MS = 2000

interface Waiting {
  resolve(found: Uint32Array): void
  reject(error: Error): void
}

/** Runs regular expressions in a worker, which can be terminated when one takes too long, without losing lines. */
export const openPatternWorker = (): MatchPattern => {
  let worker: Worker | undefined
  let present: object | undefined
  let hasStarted = false
  let limit: ReturnType<typeof setTimeout> | undefined
  /** In the order of the worker's results. */
  let jobs: Waiting[] = []

  const end = (): Waiting[] => {
    const ended = jobs
    jobs = []
    clearTimeout(limit)
    worker?.terminate()
    worker = undefined
    hasStarted = false
    return ended
  }

  const tooLong = () => {
    const [first, ...rest] = end()
    first?.reject(new Error('This regular expression takes too long on these lines.'))
    for (const { resolve } of rest) resolve(new Uint32Array())
  }

  /** Limits the current job; the time that the worker takes to start does not count. */
  const limitJob = () => {
    clearTimeout(limit)
    if (hasStarted && jobs.length > 0) limit = setTimeout(tooLong, LIMIT_MS)
  }

  const onMessage = ({ data }: MessageEvent<PatternResult>) => {
    if (data === 'started') hasStarted = true
    else jobs.shift()?.resolve(data)
    limitJob()
  }

  const open = (): Worker => {
    const opened = new Worker(new URL('./pattern-worker.ts', import.meta.url), { type: 'module', name: 'log pattern' })
    opened.addEventListener('message', onMessage)
    return opened
  }

  return (lines, query) =>
    new Promise((resolve, reject) => {
      // The running jobs belong to an abandoned query.
      if (query !== present && jobs.length > 0) for (const job of end()) job.resolve(new Uint32Array())
      present = query
      worker ??= open()
      jobs.push({ resolve, reject })
      const job: PatternJob = { lines, pattern: query }
      worker.postMessage(job, [lines.buffer])
      if (jobs.length === 1) limitJob()
    })
}
