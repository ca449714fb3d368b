const pieces = [
  /\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|c[A-Za-z]|k<[^>]*>|[\s\S])/y,
  /\[(?:\\[\s\S]|[^\]\\])*\]/y,
  /\(\?(?:<[A-Za-z_$][\w$]*>|[^)]?[=!:]?)/y,
  /\{\d+(?:,\d*)?\}/y,
]

function pieceAt(source: string, at: number): string {
  for (const piece of pieces) {
    piece.lastIndex = at
    const found = piece.exec(source)
    if (found) return found[0]
  }
  return source.charAt(at)
}

/** Splits a regular expression into tokens: escapes, classes, group openings, counts, characters. */
export function patternPieces(source: string): string[] {
  const all: string[] = []
  for (let at = 0; at < source.length; ) {
    const piece = pieceAt(source, at)
    at += piece.length
    all.push(piece)
  }
  return all
}
