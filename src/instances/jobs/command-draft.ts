import { splitCommand } from '../../rules/compose/split-command.ts'
import { linesIn, linesOf } from '../configuration/argument-lines.ts'

/** How a command is typed: as words of one line, as in a shell, or one argument per line. */
export type CommandStyle = 'words' | 'lines'

export interface CommandDraft {
  style: CommandStyle
  text: string
}

const isPlainWord = (word: string): boolean => /^[\w@%+=:,./-]+$/.test(word)

/** Returns a command as one line that `splitCommand` reads back. */
export const commandText = (command: readonly string[]): string =>
  command.map((word) => (isPlainWord(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`)).join(' ')

export const commandDraft = (command: readonly string[] = []): CommandDraft => ({
  style: command.some((word) => word.includes('\n')) ? 'lines' : 'words',
  text: command.some((word) => word.includes('\n')) ? linesOf(command) : commandText(command),
})

/** Returns the arguments; null if a quote is not closed. */
export const typedCommand = ({ style, text }: CommandDraft): string[] | null =>
  style === 'words' ? splitCommand(text) : (linesIn(text) ?? [])

/** Shows the same command in the other style; what cannot be read stays as it was typed. */
export const inStyle = (draft: CommandDraft, style: CommandStyle): CommandDraft => {
  const command = typedCommand(draft)
  if (command === null || style === draft.style) return { ...draft, style }
  return { style, text: style === 'words' ? commandText(command) : linesOf(command) }
}
