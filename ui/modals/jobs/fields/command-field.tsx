import type { CommandDraft } from '../../../../src/instances/jobs/command-draft.ts'
import { inStyle, typedCommand } from '../../../../src/instances/jobs/command-draft.ts'
import { Select } from '../../../parts/choices/select.tsx'
import { TextArea } from '../../../parts/fields/text-area.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'
import { Text } from '../../../parts/text/text.tsx'

type CommandFieldProps = {
  command: CommandDraft
  error: string | undefined
  onChange: (command: CommandDraft) => void
}

const hints = {
  words: 'Words and quotes as in a shell. For pipes, variables and &&, run a shell: sh -c "first && second"',
  lines: 'One argument per line.',
} as const

/** A command, and the arguments as the program gets them. */
export const CommandField = ({ command, error, onChange }: CommandFieldProps) => {
  const read = typedCommand(command)
  return (
    <Stack gap={2}>
      <TextArea
        label="Command"
        hint={hints[command.style]}
        mono
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
        value={command.style}
        onChange={(style) => onChange(inStyle(command, style))}
        options={[
          { value: 'words', label: 'Words of one line' },
          { value: 'lines', label: 'One argument per line' },
        ]}
      />
      {read && read.length > 1 && (
        <Text size="sm" tone="muted" truncate>
          {read.length} arguments: {read.map((argument) => JSON.stringify(argument)).join(' ')}
        </Text>
      )}
    </Stack>
  )
}
