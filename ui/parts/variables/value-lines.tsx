import { type ComponentProps, useEffect, useRef } from 'react'
import { TextArea } from '../fields/text-area.tsx'

const MAX_ROWS = 12

type ValueLinesProps = Omit<ComponentProps<typeof TextArea>, 'value' | 'onChange'> & {
  value: string
  caret: number | null
  isShown: boolean
  onChange: (value: string) => void
}

/** The field of a value with several lines. */
export const ValueLines = ({ value, caret, isShown, onChange, ...rest }: ValueLinesProps) => {
  const field = useRef<HTMLTextAreaElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: typing goes on once, in place of the one-line field
  useEffect(() => {
    if (caret === null) return
    field.current?.focus()
    field.current?.setSelectionRange(caret, caret)
  }, [])
  return (
    <TextArea
      {...rest}
      ref={field}
      mono
      grows
      masked={!isShown}
      rows={Math.min(Math.max(value.split('\n').length, 2), MAX_ROWS)}
      maxLength={32_768}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
