export const longestLineBytes = 65_536
const decoder = new TextDecoder('utf-8')

/**
 * The text that a person should see of a line's bytes; undefined for a blank line. What a carriage return overwrote is
 * left out, as a terminal would, and a NUL, which many readers choke on, becomes the replacement mark.
 */
export function cleanLine(bytes: Uint8Array, cutBytes: number): string | undefined {
  const written = decoder.decode(bytes).replace(/\r+$/, '')
  const text = written.slice(written.lastIndexOf('\r') + 1).replaceAll('\u0000', '\ufffd')
  if (cutBytes > 0) return `${text} … [the line goes on for ${cutBytes} bytes, which were cut]`
  return text.trim() === '' ? undefined : text
}
