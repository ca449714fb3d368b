/** Keeps both ends, because users compare those. */
export const truncateMiddle = (text: string, head = 6, tail = 4): string =>
  text.length <= head + tail + 1 ? text : `${text.slice(0, head)}…${text.slice(-tail)}`
