import { useState } from 'react'
import { fileModeText, typedFileMode } from '../../../../../src/instances/configuration/form/file-mode.ts'
import { TextField } from '../../../../parts/fields/text-field.tsx'

type FileModeFieldProps = {
  number: number
  mode: number
  error: string | undefined
  onChange: (mode: number) => void
}

/** The permissions of a file, in octal digits. */
export const FileModeField = ({ number, mode, error, onChange }: FileModeFieldProps) => {
  const [typed, setTyped] = useState(() => fileModeText(mode))
  // The file beside the form may have another mode meanwhile.
  const isCurrent = Object.is(typedFileMode(typed), mode)
  return (
    <TextField
      label={`Mode of file ${number}`}
      labelHidden
      mono
      placeholder="0644"
      inputMode="numeric"
      maxLength={4}
      autoComplete="off"
      value={isCurrent ? typed : fileModeText(mode)}
      error={error}
      onChange={(event) => {
        setTyped(event.target.value)
        onChange(typedFileMode(event.target.value))
      }}
    />
  )
}
