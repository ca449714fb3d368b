import type { CommandDraft } from '../../../../src/instances/jobs/command-draft.ts'
import { inStyle, typedCommand } from '../../../../src/instances/jobs/command-draft.ts'
import { Select } from '../../../parts/choices/select.tsx'
import { TextArea } from '../../../parts/fields/text-area.tsx'

type CommandFieldProps = {
  command: CommandDraft
  error: string | undefined
  onChange: (command: CommandDraft) => void
}

const hints = {
  words: 'Words and quotes as in a shell. For pipes, variables and &&, run a shell: sh -c "first && second"',
  lines: 'One argument per line.',
} as const

const MAX_ARGUMENTS_TEXT = 160

const argumentsText = (read: readonly string[]): string => {
  const text = `${read.length} arguments: ${read.map((argument) => JSON.stringify(argument)).join(' ')}`
  return text.length > MAX_ARGUMENTS_TEXT ? `${text.slice(0, MAX_ARGUMENTS_TEXT)}…` : text
}

/** A command, and the arguments as the program gets them. */
export const CommandField = ({ command, error, onChange }: CommandFieldProps) => {
  const read = typedCommand(command)
  return (
    <>
      <TextArea
        label="Command"
        hint={hints[command.style]}
        mono
        grows
        rows={command.style === 'words' ? 2 : 4}
        maxLength={20_000}
        spellCheck={false}
        autoCapitalize="off"
        required
        value={command.text}
        error={error}
        onChange={({ target }) => onChange({ ...command, text: target.value })}
      />
      <Select
        label="Written as"
        {...(read && read.length > 1 && { hint: argumentsText(read) })}
        value={command.style}
        onChange={(style) => onChange(inStyle(command, style))}
        options={[
          { value: 'words', label: 'Words of one line' },
          { value: 'lines', label: 'One argument per line' },
        ]}
      />
    </>
  )
}
