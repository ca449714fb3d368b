import { Eye, EyeOff } from 'lucide-react'
import { type ClipboardEvent, useState } from 'react'
import { IconButton } from '../actions/icon-button.tsx'
import type { FieldLabelProps } from '../fields/field.tsx'
import { TextField } from '../fields/text-field.tsx'
import { useValueLines } from './use-value-lines.ts'
import { ValueLines } from './value-lines.tsx'

type ValueInputProps = FieldLabelProps & {
  value: string
  onChange: (value: string) => void
  placeholder?: string
  /** Named in the button that hides the value; undefined for a value that is always shown. */
  hiddenName?: string | undefined
  /** Whether the value is shown at first. */
  isShownAtFirst: boolean
  onPaste?: (event: ClipboardEvent) => void
}

/** The value of a variable, of one line or several. It may be hidden: screens are shared. */
export const ValueInput = ({
  value,
  onChange,
  placeholder,
  hiddenName,
  isShownAtFirst,
  onPaste,
  ...labels
}: ValueInputProps) => {
  const [isShown, setShown] = useState(isShownAtFirst)
  const { hasLines, caret, paste, press } = useValueLines(value, onChange)
  const field = {
    ...labels,
    value,
    placeholder,
    after: hiddenName !== undefined && (
      <IconButton
        size="small"
        label={isShown ? `Hide ${hiddenName}` : `Show ${hiddenName}`}
        icon={isShown ? <EyeOff /> : <Eye />}
        onClick={() => setShown(!isShown)}
      />
    ),
  }
  if (hasLines) return <ValueLines {...field} caret={caret} isShown={isShown} onPaste={onPaste} onChange={onChange} />
  return (
    <TextField
      {...field}
      mono
      type={isShown ? 'text' : 'password'}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={32_768}
      onPaste={(event) => {
        onPaste?.(event)
        paste(event)
      }}
      onKeyDown={press}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
