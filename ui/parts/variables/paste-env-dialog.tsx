import { useId, useState } from 'react'
import { type PastedVariable, planPaste } from '../../../src/rules/variables/plan-paste.ts'
import { Checkbox } from '../choices/checkbox.tsx'
import { TextArea } from '../fields/text-area.tsx'
import { FormDialog } from '../overlay/form-dialog.tsx'
import { Banner } from '../state/banner.tsx'
import { Text } from '../text/text.tsx'
import css from './paste-env-dialog.module.css'

interface ChosenVariable {
  name: string
  value: string
  isSecret: boolean
}

type PasteEnvDialogProps = {
  /** What was pasted already. */
  text: string
  known: readonly { name: string; isSecret: boolean }[]
  /** Whether a variable may be a secret here. */
  withSecrets?: boolean
  onAdd: (variables: ChosenVariable[]) => void
  onClose: () => void
}

const MAX_TEXT = 1_000_000
const MAX_PROBLEMS = 20

/** Shows what .env text would change before it does. The text stays in this dialog. */
export const PasteEnvDialog = ({ text: given, known, withSecrets = true, onAdd, onClose }: PasteEnvDialogProps) => {
  const ids = useId()
  const [text, setText] = useState(given)
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map())
  const { variables, problems } = planPaste(text, known)
  const isSecret = (variable: PastedVariable) =>
    withSecrets && (variable.isSecretFixed || (choices.get(variable.name) ?? variable.isSecret))
  const count = variables.length
  return (
    <FormDialog
      title="Paste .env"
      text="Nothing is saved before you save the form."
      size="large"
      submitLabel={count === 1 ? 'Add 1 variable' : `Add ${count} variables`}
      disabled={count === 0}
      onClose={onClose}
      onSubmit={() => onAdd(variables.map((variable) => ({ ...variable, isSecret: isSecret(variable) })).map(chosenOf))}
    >
      <TextArea
        label="Text of the file"
        mono
        rows={8}
        maxLength={MAX_TEXT}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder={'MODE=production\nAPI_TOKEN="…"'}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {problems.length > 0 && (
        <Banner
          tone="warn"
          title={problems.length === 1 ? 'One line is left out' : `${problems.length} lines are left out`}
        >
          <ul className={css.problems}>
            {problems.slice(0, MAX_PROBLEMS).map(({ line, message }) => (
              <li key={line}>
                Line {line}: {message}
              </li>
            ))}
            {problems.length > MAX_PROBLEMS && <li>And {problems.length - MAX_PROBLEMS} more.</li>}
          </ul>
        </Banner>
      )}
      {count > 0 && (
        <ul className={css.list} aria-label="Variables">
          {variables.map((variable) => (
            <li key={variable.name} className={css.line}>
              <span className={css.names}>
                <span className={css.name} id={`${ids}${variable.name}`}>
                  {variable.name}
                </span>
                <Note variable={variable} />
              </span>
              {withSecrets && (
                <Checkbox
                  label="Secret"
                  aria-describedby={`${ids}${variable.name}`}
                  checked={isSecret(variable)}
                  disabled={variable.isSecretFixed}
                  onChange={(event) => setChoices(new Map(choices).set(variable.name, event.currentTarget.checked))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <div aria-live="polite">
        {text !== '' && count === 0 && problems.length === 0 && <Text tone="muted">No variables in this text.</Text>}
      </div>
    </FormDialog>
  )
}

const chosenOf = ({ name, value, isSecret }: ChosenVariable): ChosenVariable => ({ name, value, isSecret })

const Note = ({ variable: { value, repeats, isReplacing } }: { variable: PastedVariable }) => {
  const notes = [
    isReplacing ? 'Replaces the present value' : '',
    repeats.length > 0 ? `line ${repeats.join(', ')} is not used` : '',
    value === '' ? 'empty' : '',
    value.includes('\n') ? `${value.split('\n').length} lines` : '',
  ].filter((note) => note !== '')
  return notes.length > 0 ? <span className={css.note}>{notes.join(' · ')}</span> : null
}
