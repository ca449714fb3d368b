export const maxLineBytes = 65_536
const decoder = new TextDecoder('utf-8')

/** All control characters but the tab, and the escape that begins a colour. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001a\u001c-\u001f\u007f]/g

/**
 * Returns the text of a line's bytes; undefined for a blank line. Control characters, which many programs cannot
 * handle, become the replacement character.
 */
export function cleanLine(bytes: Uint8Array, cutBytes: number): string | undefined {
  const text = decoder.decode(bytes).replaceAll(controls, '\ufffd')
  if (cutBytes > 0) return `${text} … [${cutBytes} bytes truncated]`
  return text.trim() === '' ? undefined : text
}
