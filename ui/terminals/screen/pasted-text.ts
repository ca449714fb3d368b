/** Text to paste: without control characters, which could end the bracketed paste and run as keys. */
export const pastedText = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')

/** Whether a paste enters a line, which a program may run at once. */
export const hasLineBreak = (text: string): boolean => text.includes('\n')

/** The lines of a text; a line break at its end begins no further line. */
export const linesOf = (text: string): string[] => text.replace(/\n$/, '').split('\n')
