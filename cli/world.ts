import type { TerminalSize } from '../src/terminals/terminal-client.ts'

/** Everything outside the program, as an argument: tests replace it. */
export interface World {
  env: Readonly<Record<string, string | undefined>>
  terminal: Terminal
  fetch: typeof fetch
  /** The user's folder for settings, such as `~/.config`. */
  configurationFolder: string
  nowMs(): number
  /** Rejects when the user interrupts. */
  sleep(ms: number): Promise<void>
  /** Aborted when the user interrupts. */
  interrupted: AbortSignal
}

export interface Terminal {
  write(text: string): void
  writeError(text: string): void
  /** Whether people read the output; otherwise it goes to a file or a program. */
  isTerminal: boolean
  /** Asks for a line; null if there is no one to reply. */
  prompt(question: string): Promise<string | null>
  /** Null where input or output is no terminal. */
  raw: RawTerminal | null
}

/** A terminal whose keys, also Ctrl-C, belong to a program elsewhere. */
export interface RawTerminal {
  /** Takes over the keyboard. */
  open(): void
  size(): TerminalSize
  write(bytes: Uint8Array, written: () => void): void
  onKeys(listener: (text: string) => void): void
  onResize(listener: (size: TerminalSize) => void): void
  /** Gives the keyboard back. */
  close(): void
}
