import { Eye, EyeOff, Trash2 } from 'lucide-react'
import { type ClipboardEvent, useState } from 'react'
import { IconButton } from '../actions/icon-button.tsx'
import { TextField } from '../fields/text-field.tsx'
import css from './key-value-editor.module.css'

export type Variable = { name: string; value: string }

type VariableRowProps = {
  number: number
  variable: Variable
  error: string | undefined
  onChange: (variable: Variable) => void
  onRemove: () => void
  onPaste: (event: ClipboardEvent, isName: boolean) => void
}

/** The value is hidden until the user reveals it: screens are shared. */
export const VariableRow = ({ number, variable, error, onChange, onRemove, onPaste }: VariableRowProps) => {
  const [isRevealed, setRevealed] = useState(variable.value === '')
  return (
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
      <TextField
        label={`Value ${number}`}
        labelHidden
        mono
        placeholder="value"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        type={isRevealed ? 'text' : 'password'}
        maxLength={32_768}
        value={variable.value}
        onPaste={(event) => onPaste(event, false)}
        onChange={(event) => onChange({ ...variable, value: event.target.value })}
        after={
          <IconButton
            size="small"
            label={isRevealed ? `Hide value ${number}` : `Show value ${number}`}
            icon={isRevealed ? <EyeOff /> : <Eye />}
            onClick={() => setRevealed(!isRevealed)}
          />
        }
      />
      <IconButton label={`Remove ${variable.name || `variable ${number}`}`} icon={<Trash2 />} onClick={onRemove} />
    </div>
  )
}
