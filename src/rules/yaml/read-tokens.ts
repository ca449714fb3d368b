import { type CST, Lexer, type LineCounter, Parser } from 'yaml'

/** Characters; a configuration with many files fits into the request that carries it. */
export const MAX_CHARACTERS = 1_000_000
const MAX_LEVELS = 50
/** Pieces of text between which the reader distinguishes: about five for each value. */
const MAX_PIECES = 200_000

export type Tokens = { tokens: CST.Token[] } | { offset: number; message: string }

/**
 * Reads the tokens of a file. Stops where a file is too deep or too long: the later steps are recursive, and a file of
 * 10,000 levels would exhaust their stack.
 */
export const readTokens = (text: string, lines: LineCounter): Tokens => {
  if (text.length > MAX_CHARACTERS) return { offset: 0, message: 'The file is too large. The limit is 1 MB.' }
  lines.addNewLine(0)
  const parser = new Parser(lines.addNewLine)
  const tokens: CST.Token[] = []
  let pieces = 0
  for (const source of new Lexer().lex(text)) {
    tokens.push(...parser.next(source))
    pieces += 1
    // The outermost token is the document.
    if (parser.stack.length > MAX_LEVELS + 1)
      return { offset: parser.offset, message: `The file is nested too deeply. The limit is ${MAX_LEVELS} levels.` }
    if (pieces > MAX_PIECES) return { offset: parser.offset, message: 'The file has too many values.' }
  }
  tokens.push(...parser.end())
  return { tokens }
}
