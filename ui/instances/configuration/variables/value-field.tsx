import { Eye, EyeOff } from 'lucide-react'
import { type ClipboardEvent, useState } from 'react'
import type { VariableDraft } from '../../../../src/instances/configuration/service-draft.ts'
import { completeReference } from '../../../../src/rules/variables/complete-reference.ts'
import { referencesIn } from '../../../../src/rules/variables/parse-references.ts'
import { IconButton } from '../../../parts/actions/icon-button.tsx'
import { CompletingField } from '../../../parts/fields/completing-field.tsx'
import { TextField } from '../../../parts/fields/text-field.tsx'
import { useValueLines } from '../../../parts/variables/use-value-lines.ts'
import { ValueLines } from '../../../parts/variables/value-lines.tsx'

type ValueFieldProps = {
  number: number
  variable: VariableDraft
  error: string | undefined
  /** What a value can refer to, such as `db.PASSWORD`; undefined where references are not replaced. */
  targets: readonly string[] | undefined
  hintOf: (references: readonly string[]) => string
  onChange: (value: string) => void
  onPaste: (event: ClipboardEvent) => void
}

/** The value of a variable. Typing replaces a saved value, which is never shown. */
export const ValueField = ({ number, variable, error, targets, hintOf, onChange, onPaste }: ValueFieldProps) => {
  const [isShown, setShown] = useState(false)
  const { value, isSecret, isSaved, references = [] } = variable
  const lines = useValueLines(value ?? '', (next) => {
    // What is being typed stays visible, unless it is a secret.
    if (!value) setShown(!isSecret)
    onChange(next)
  })
  const shownReferences = value === null ? references : targets ? referencesIn(value) : []
  const completionsOf = (text: string, cursor: number) => {
    const found = targets && completeReference(text.slice(0, cursor), targets)
    if (!found) return []
    const [start, end] = [text.slice(0, found.from), text.slice(cursor)]
    return found.options.map((label) => ({ label, value: start + label + end }))
  }
  const field = {
    label: `Value ${number}`,
    labelHidden: true,
    placeholder: isSaved && value === null ? 'Unchanged' : 'value',
    maxLength: 32_768,
    value: value ?? '',
    error,
    ...(shownReferences.length > 0 && { hint: hintOf(shownReferences) }),
    after: value && (
      <IconButton
        size="small"
        label={isShown ? `Hide value ${number}` : `Show value ${number}`}
        icon={isShown ? <EyeOff /> : <Eye />}
        onClick={() => setShown(!isShown)}
      />
    ),
  }
  if (lines.hasLines)
    return <ValueLines {...field} caret={lines.caret} isShown={isShown} onPaste={onPaste} onChange={onChange} />
  const oneLine = {
    ...field,
    onPaste: (event: ClipboardEvent<HTMLInputElement>) => {
      onPaste(event)
      lines.paste(event)
    },
    onKeyDown: lines.press,
  }
  // A password field is not allowed to have completions.
  if (value && !isShown)
    return (
      <TextField
        {...oneLine}
        mono
        type="password"
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
    )
  return (
    <CompletingField
      {...oneLine}
      completionsOf={completionsOf}
      onChange={(next) => {
        // What is being typed stays visible.
        if (!value) setShown(true)
        onChange(next)
      }}
    />
  )
}
