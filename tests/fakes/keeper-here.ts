import type { OpenKeeper } from '../../src/logs/keeper/keeper-message.ts'
import type { MatchPattern } from '../../src/logs/keeper/line-matcher.ts'
import { LogKeeper } from '../../src/logs/keeper/log-keeper.ts'
import { matchingLines } from '../../src/logs/keeper/matching-lines.ts'

export const matchPatternHere: MatchPattern = async (lines, pattern) => matchingLines(lines, pattern)

/** The real keeper without its worker: each message still arrives after the caller's own turn, and in order. */
export const keeperHere =
  (matchPattern: MatchPattern = matchPatternHere): OpenKeeper =>
  (mostBytes, hear) => {
    let isEnded = false
    const arrive = (work: () => void) =>
      queueMicrotask(() => {
        if (!isEnded) work()
      })
    const keeper = new LogKeeper(mostBytes, (message) => arrive(() => hear(message)), {
      nowMs: () => performance.now(),
      breathe: () => new Promise((resolve) => setImmediate(resolve)),
      matchPattern,
    })
    return {
      say: (message) => arrive(() => keeper.hear(message)),
      end: () => {
        isEnded = true
      },
    }
  }
