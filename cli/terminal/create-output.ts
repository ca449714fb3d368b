import type { Terminal } from '../world.ts'
import { formatTable } from './format-table.ts'
import { printable, printableJson } from './printable.ts'

/** What a command prints. Everything that may come from others is made printable. */
export interface Output {
  isJson: boolean
  /** A sentence about what happened; not with `--json`. */
  info(text: string): void
  /** The result of a command: JSON, or else what `write` returns. */
  result(value: unknown, write: () => string): void
  table(titles: readonly string[], rows: readonly (readonly string[])[]): string
  /** A line of a log: as it is for a file or program, printable for people. */
  logLine(text: string): void
  error(text: string): void
}

export const createOutput = (terminal: Terminal, isJson: boolean): Output => ({
  isJson,
  info: (text) => {
    if (!isJson) terminal.write(`${printable(text)}\n`)
  },
  result: (value, write) => terminal.write(isJson ? `${printableJson(value)}\n` : printable(write())),
  table: formatTable,
  logLine: (text) => terminal.write(`${terminal.isTerminal ? printable(text) : text}\n`),
  error: (text) => terminal.writeError(`${printable(text)}\n`),
})
