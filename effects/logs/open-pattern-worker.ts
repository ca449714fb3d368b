import type { MatchPattern } from '../../src/logs/keeper/line-matcher.ts'
import type { PatternJob, PatternSaid } from './pattern-worker.ts'

const LIMIT_MS = 2000
const nothing = () => {}

/** A regular expression may take for ever on one line; a thread of its own can be ended, and the lines stay. */
export const openPatternWorker = (): MatchPattern => {
  let worker: Worker | undefined
  /** Ends the job at hand, if there is one. */
  let abandon = nothing

  const open = (): Worker =>
    new Worker(new URL('./pattern-worker.ts', import.meta.url), { type: 'module', name: 'log pattern' })

  return (lines, { find, matchCase }) =>
    new Promise((resolve, reject) => {
      // What still runs belongs to a query that nobody waits for.
      abandon()
      worker ??= open()
      const present = worker
      let limit: ReturnType<typeof setTimeout> | undefined

      const over = (end: () => void) => {
        clearTimeout(limit)
        abandon = nothing
        end()
      }
      const stop = (end: () => void) => {
        present.terminate()
        worker = undefined
        over(end)
      }
      const tooLong = () => reject(new Error('This regular expression takes too long on these lines.'))

      abandon = () => stop(() => resolve([]))
      present.onmessage = ({ data }: MessageEvent<PatternSaid>) => {
        // A thread that is slow to start is not a pattern that is slow to match.
        if (data === 'begun') limit = setTimeout(() => stop(tooLong), LIMIT_MS)
        else over(() => resolve(data))
      }
      const job: PatternJob = { lines, find, matchCase }
      present.postMessage(job)
    })
}
