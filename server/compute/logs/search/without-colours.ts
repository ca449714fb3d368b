// biome-ignore lint/suspicious/noControlCharactersInRegex: an escape sequence begins with one
const sequences = /\x1b\[[0-?]*[ -/]*[@-~]?/g

/** Removes colour sequences, so that a search matches visible text. The browser's search does the same. */
export const withoutColours = (lines: string): string =>
  lines.includes('\x1b[') ? lines.replaceAll(sequences, '') : lines
