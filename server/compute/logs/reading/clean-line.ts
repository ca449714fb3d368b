export const longestLineBytes = 65_536
const decoder = new TextDecoder('utf-8')

/** All but the tab and the escape, which begins a colour. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001a\u001c-\u001f\u007f]/g

/**
 * The text that a person should see of a line's bytes; undefined for a blank line. Control characters, which many readers
 * choke on, become the replacement mark.
 */
export function cleanLine(bytes: Uint8Array, cutBytes: number): string | undefined {
  const text = decoder.decode(bytes).replaceAll(controls, '\ufffd')
  if (cutBytes > 0) return `${text} … [${cutBytes} bytes truncated]`
  return text.trim() === '' ? undefined : text
}
