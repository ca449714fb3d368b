import { type LinePattern, matchingLines } from '../../src/logs/keeper/matching-lines.ts'

/** Lines to be matched, each with its newline. */
export interface PatternJob {
  lines: Uint8Array<ArrayBuffer>
  pattern: LinePattern
}

/** That it has started, then which lines of each job match. */
export type PatternSaid = 'started' | Uint32Array<ArrayBuffer>

const say = (said: PatternSaid, transfer: ArrayBuffer[] = []): void => self.postMessage(said, { transfer })

self.addEventListener('message', ({ data }: MessageEvent<PatternJob>) => {
  const found = matchingLines(data.lines, data.pattern)
  say(found, [found.buffer])
})

say('started')
