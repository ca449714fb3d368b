import { type LinePattern, matchingLines } from '../../src/logs/store/matching-lines.ts'

/** Lines to match, each with its newline. */
export interface PatternJob {
  lines: Uint8Array<ArrayBuffer>
  pattern: LinePattern
}

/** `started` first, then the matching lines of each job. */
export type PatternResult = 'started' | Uint32Array<ArrayBuffer>

const post = (message: PatternResult, transfer: ArrayBuffer[] = []): void => self.postMessage(message, { transfer })

self.addEventListener('message', ({ data }: MessageEvent<PatternJob>) => {
  const found = matchingLines(data.lines, data.pattern)
  post(found, [found.buffer])
})

post('started')
