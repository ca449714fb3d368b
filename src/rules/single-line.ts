/** Joins the lines of a text with spaces, without the white space around each line break. */
export const singleLine = (text: string): string =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
