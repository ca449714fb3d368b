export type LogLine = {
  atMs: number
  text: string
  /** `gap` stands where lines were left out, `event` for what the platform itself says. */
  kind?: 'out' | 'err' | 'event' | 'gap'
}

/** Lines by number, 0 first, that only grow; a smaller size than before means that the log started over. */
export type LogStore = {
  subscribe: (listener: () => void) => () => void
  size: () => number
  line: (index: number) => LogLine
}
