import type { MatchPattern } from '../../src/logs/keeper/line-matcher.ts'
import type { PatternJob } from './pattern-worker.ts'

const LIMIT_MS = 2000

/** A regular expression may take for ever on one line; a thread of its own can be ended, and the lines stay. */
export const openPatternWorker = (): MatchPattern => {
  let worker: Worker | undefined
  let isBusy = false

  const end = () => {
    worker?.terminate()
    worker = undefined
  }

  const ready = (): Worker => {
    // What still runs belongs to a query that nobody waits for.
    if (isBusy) end()
    worker ??= new Worker(new URL('./pattern-worker.ts', import.meta.url), { type: 'module', name: 'log pattern' })
    return worker
  }

  return (lines, { find, matchCase }) =>
    new Promise((resolve, reject) => {
      const present = ready()
      isBusy = true
      const limit = setTimeout(() => {
        isBusy = false
        end()
        reject(new Error('This regular expression takes too long on these lines.'))
      }, LIMIT_MS)
      present.onmessage = ({ data }: MessageEvent<number[]>) => {
        isBusy = false
        clearTimeout(limit)
        resolve(data)
      }
      const job: PatternJob = { lines, find, matchCase }
      present.postMessage(job)
    })
}
