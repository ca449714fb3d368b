/** Lines to be matched, with a newline between each two. */
export interface PatternJob {
  lines: string
  find: string
  matchCase: boolean
}

self.addEventListener('message', ({ data }: MessageEvent<PatternJob>) => {
  const pattern = new RegExp(data.find, data.matchCase ? '' : 'i')
  const found: number[] = []
  for (const [at, line] of data.lines.split('\n').entries()) if (pattern.test(line)) found.push(at)
  self.postMessage(found)
})
