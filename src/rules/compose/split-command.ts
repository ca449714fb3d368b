/** Splits a command line into words as a shell does, without expanding anything; null if a quote is not closed. */
export const splitCommand = (line: string): string[] | null => {
  const words: string[] = []
  let word: string | null = null
  let quote: '"' | "'" | null = null
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at] ?? ''
    if (quote !== null) {
      const next = line[at + 1]
      if (character === quote) quote = null
      else if (character === '\\' && quote === '"' && (next === '"' || next === '\\'))
        word = (word ?? '') + (line[++at] ?? '')
      else word = (word ?? '') + character
    } else if (character === '"' || character === "'") {
      quote = character
      word ??= ''
    } else if (character === '\\') {
      at += 1
      if (at >= line.length) return null
      word = (word ?? '') + (line[at] ?? '')
    } else if (/\s/.test(character)) {
      if (word !== null) words.push(word)
      word = null
    } else word = (word ?? '') + character
  }
  if (quote !== null) return null
  return word === null ? words : [...words, word]
}
