import { Trash2 } from 'lucide-react'
import type { ClipboardEvent } from 'react'
import { IconButton } from '../actions/icon-button.tsx'
import { TextField } from '../fields/text-field.tsx'
import css from './key-value-editor.module.css'
import { ValueInput } from './value-input.tsx'

export type Variable = { name: string; value: string }

type VariableRowProps = {
  number: number
  variable: Variable
  error: string | undefined
  onChange: (variable: Variable) => void
  onRemove: () => void
  onPaste: (event: ClipboardEvent, isName: boolean) => void
}

export const VariableRow = ({ number, variable, error, onChange, onRemove, onPaste }: VariableRowProps) => (
  <div className={css.row}>
    <TextField
      label={`Name ${number}`}
      labelHidden
      mono
      placeholder="NAME"
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      value={variable.name}
      error={error}
      onPaste={(event) => onPaste(event, true)}
      onChange={(event) => onChange({ ...variable, name: event.target.value })}
    />
    <ValueInput
      label={`Value ${number}`}
      labelHidden
      placeholder="value"
      hiddenName={`value ${number}`}
      isShownAtFirst={variable.value === ''}
      value={variable.value}
      onPaste={(event) => onPaste(event, false)}
      onChange={(value) => onChange({ ...variable, value })}
    />
    <IconButton label={`Remove ${variable.name || `variable ${number}`}`} icon={<Trash2 />} onClick={onRemove} />
  </div>
)
