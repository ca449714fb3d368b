// biome-ignore lint/suspicious/noControlCharactersInRegex: an escape sequence begins with one
const sequences = /\x1b\[[0-?]*[ -/]*[@-~]?/g

/** Lines without what colours them, so that words are found as they are seen; a browser's search does the same. */
export const withoutColours = (lines: string): string =>
  lines.includes('\x1b[') ? lines.replaceAll(sequences, '') : lines
