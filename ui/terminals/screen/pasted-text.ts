/** Text to paste: without control characters, which could end the bracketed paste and run as keys. */
export const pastedText = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')

/** How many lines would be entered; one for a text without a line break. */
export const lineCount = (text: string): number =>
  text.replace(/\n$/, '').split('\n').length + (/\n$/.test(text) ? 1 : 0)
