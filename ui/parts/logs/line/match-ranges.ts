import type { LogQuery } from '../../../../src/logs/store/log-store-message.ts'

export interface TextRange {
  from: number
  to: number
}

const MAX_RANGES = 200

const ofText = (text: string, { find, matchCase }: LogQuery): TextRange[] => {
  const [hay, needle] = matchCase ? [text, find] : [text.toLowerCase(), find.toLowerCase()]
  const ranges: TextRange[] = []
  for (
    let at = hay.indexOf(needle);
    at >= 0 && ranges.length < MAX_RANGES;
    at = hay.indexOf(needle, at + needle.length)
  ) {
    ranges.push({ from: at, to: at + needle.length })
  }
  return ranges
}

const ofPattern = (text: string, { find, matchCase }: LogQuery): TextRange[] => {
  const pattern = new RegExp(find, matchCase ? 'g' : 'gi')
  const ranges: TextRange[] = []
  for (const found of text.matchAll(pattern)) {
    if (found[0] !== '') ranges.push({ from: found.index, to: found.index + found[0].length })
    if (ranges.length === MAX_RANGES) break
  }
  return ranges
}

/** Returns the ranges of a line's text that match a query. */
export const matchRanges = (text: string, query: LogQuery): TextRange[] => {
  if (query.find === '') return []
  return query.as === 'regex' ? ofPattern(text, query) : ofText(text, query)
}
