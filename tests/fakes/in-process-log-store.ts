import type { MatchPattern } from '../../src/logs/store/line-matcher.ts'
import { LogStore } from '../../src/logs/store/log-store.ts'
import type { OpenLogStore } from '../../src/logs/store/log-store-message.ts'
import { matchingLines } from '../../src/logs/store/matching-lines.ts'

export const matchPatternHere: MatchPattern = async (lines, pattern) => matchingLines(lines, pattern)

/** The real log store without its worker; messages still arrive asynchronously and in order. */
export const inProcessLogStore =
  (matchPattern: MatchPattern = matchPatternHere): OpenLogStore =>
  (maxBytes, handle) => {
    let isEnded = false
    const arrive = (work: () => void) =>
      queueMicrotask(() => {
        if (!isEnded) work()
      })
    const store = new LogStore(maxBytes, (message) => arrive(() => handle(message)), {
      nowMs: () => performance.now(),
      yieldToEventLoop: () => new Promise((resolve) => setImmediate(resolve)),
      matchPattern,
    })
    return {
      post: (message) => arrive(() => store.handle(message)),
      end: () => {
        isEnded = true
      },
    }
  }
