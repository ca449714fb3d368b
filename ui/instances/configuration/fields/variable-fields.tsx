import { Eye, EyeOff, Lock, LockOpen, Trash2 } from 'lucide-react'
import { type ClipboardEvent, useState } from 'react'
import type { VariableDraft } from '../../../../src/instances/configuration/service-draft.ts'
import { IconButton } from '../../../parts/actions/icon-button.tsx'
import { ToggleButton } from '../../../parts/actions/toggle-button.tsx'
import { TextField } from '../../../parts/fields/text-field.tsx'
import css from './rows.module.css'

type VariableFieldsProps = {
  number: number
  variable: VariableDraft
  error: string | undefined
  valueError: string | undefined
  onChange: (change: Partial<VariableDraft>) => void
  onRemove: () => void
  onPaste: (event: ClipboardEvent) => void
}

const typed = { mono: true, labelHidden: true, autoComplete: 'off', autoCapitalize: 'off', spellCheck: false } as const

/** One variable. Typing replaces a saved value, which is never shown. */
export const VariableFields = ({
  number,
  variable: { name, value, isSecret, isSaved },
  error,
  valueError,
  onChange,
  onRemove,
  onPaste,
}: VariableFieldsProps) => {
  const [isShown, setShown] = useState(false)
  return (
    <div className={css.row} data-columns="variable">
      <TextField
        {...typed}
        label={`Name ${number}`}
        placeholder="NAME"
        value={name}
        error={error}
        onPaste={onPaste}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <TextField
        {...typed}
        label={`Value ${number}`}
        placeholder={isSaved && value === null ? 'Unchanged' : 'value'}
        type={isShown || !value ? 'text' : 'password'}
        maxLength={32_768}
        value={value ?? ''}
        error={valueError}
        onChange={(event) => {
          // What is being typed stays visible.
          if (!value) setShown(true)
          onChange({ value: event.target.value })
        }}
        after={
          value && (
            <IconButton
              size="small"
              label={isShown ? `Hide value ${number}` : `Show value ${number}`}
              icon={isShown ? <EyeOff /> : <Eye />}
              onClick={() => setShown(!isShown)}
            />
          )
        }
      />
      <ToggleButton
        label={`Secret ${number}`}
        icon={isSecret ? <Lock /> : <LockOpen />}
        size="medium"
        pressed={isSecret}
        // What was saved as a secret cannot be read again, so it stays one until its value is replaced.
        disabled={isSaved && isSecret && value === null}
        onChange={(pressed) => onChange({ isSecret: pressed })}
      />
      <IconButton label={`Remove ${name || `variable ${number}`}`} icon={<Trash2 />} onClick={onRemove} />
    </div>
  )
}
