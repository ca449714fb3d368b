import { type ReactNode, useRef } from 'react'
import { Button, type ButtonSize } from '../actions/button.tsx'
import { IconButton } from '../actions/icon-button.tsx'
import css from './file-button.module.css'

type FileButtonProps = {
  /** The name of the file input, and of the button if it shows only an icon. */
  inputLabel: string
  accept?: string
  multiple?: boolean
  icon: ReactNode
  size?: ButtonSize
  busy?: boolean
  disabled?: boolean
  'aria-describedby'?: string
  onChoose: (files: File[]) => void
  children?: ReactNode
}

/** A button that opens the browser's file dialog. */
export const FileButton = ({
  inputLabel,
  accept,
  multiple = false,
  busy = false,
  children,
  onChoose,
  ...button
}: FileButtonProps) => {
  const input = useRef<HTMLInputElement>(null)
  const open = () => input.current?.click()
  return (
    <>
      <input
        ref={input}
        className={css.input}
        type="file"
        multiple={multiple}
        {...(accept !== undefined && { accept })}
        aria-label={inputLabel}
        tabIndex={-1}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // Allows choosing the same file again.
          target.value = ''
          if (files.length > 0) onChoose(files)
        }}
      />
      {children === undefined ? (
        <IconButton {...button} label={inputLabel} title={inputLabel} onClick={open} />
      ) : (
        <Button {...button} busy={busy} onClick={open}>
          {children}
        </Button>
      )}
    </>
  )
}
