import { Lock, LockOpen, Trash2 } from 'lucide-react'
import type { ClipboardEvent } from 'react'
import type { VariableDraft } from '../../../../src/instances/configuration/service-draft.ts'
import { IconButton } from '../../../parts/actions/icon-button.tsx'
import { ToggleButton } from '../../../parts/actions/toggle-button.tsx'
import { TextField } from '../../../parts/fields/text-field.tsx'
import css from '../fields/rows.module.css'
import { ValueField } from './value-field.tsx'

type VariableFieldsProps = {
  number: number
  variable: VariableDraft
  error: string | undefined
  valueError: string | undefined
  targets: readonly string[] | undefined
  hintOf: (references: readonly string[]) => string
  onChange: (change: Partial<VariableDraft>) => void
  onRemove: () => void
  onPaste: (event: ClipboardEvent, isName: boolean) => void
}

export const VariableFields = ({
  number,
  variable,
  error,
  valueError,
  targets,
  hintOf,
  onChange,
  onRemove,
  onPaste,
}: VariableFieldsProps) => {
  const { name, value, isSecret, isSaved } = variable
  return (
    <div className={css.row} data-columns="variable">
      <TextField
        mono
        labelHidden
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        label={`Name ${number}`}
        placeholder="NAME"
        value={name}
        error={error}
        onPaste={(event) => onPaste(event, true)}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <ValueField
        number={number}
        variable={variable}
        error={valueError}
        targets={targets}
        hintOf={hintOf}
        onPaste={(event) => onPaste(event, false)}
        onChange={(next) => onChange({ value: next })}
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
