/** Lines to be matched, with a newline between each two. */
export interface PatternJob {
  lines: string
  find: string
  matchCase: boolean
}

/** That it began with the job, then which of its lines match. */
export type PatternSaid = 'begun' | number[]

const say = (said: PatternSaid): void => self.postMessage(said)

/** Looks for every match of a line, because every one is marked where the line is shown, by a thread that must not hang. */
const matches = (pattern: RegExp, line: string): boolean => {
  pattern.lastIndex = 0
  if (!pattern.test(line)) return false
  for (let from = pattern.lastIndex; pattern.test(line); from = pattern.lastIndex) {
    if (pattern.lastIndex === from) pattern.lastIndex += 1
  }
  return true
}

self.addEventListener('message', ({ data }: MessageEvent<PatternJob>) => {
  say('begun')
  const pattern = new RegExp(data.find, data.matchCase ? 'g' : 'gi')
  const found: number[] = []
  for (const [at, line] of data.lines.split('\n').entries()) if (matches(pattern, line)) found.push(at)
  say(found)
})
