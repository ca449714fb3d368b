const ESCAPE = '\\u001b'
const reply = [
  // Attributes, status, position of the cursor, modes, colour scheme and size of the window.
  `${ESCAPE}\\[[?>=]?[\\d;]*(?:[cnRt]|\\$y)`,
  // Whether the terminal has the focus.
  `${ESCAPE}\\[[IO]`,
  // Colours, settings and version.
  `${ESCAPE}[P\\]][^\\u0007${ESCAPE}]*(?:\\u0007|${ESCAPE}\\\\)`,
].join('|')
const replies = new RegExp(`^(?:${reply})+$`)

/** Whether a terminal sent this by itself, because a program asked: nobody typed it. */
export const isReply = (data: Uint8Array): boolean => replies.test(Buffer.from(data).toString('latin1'))
