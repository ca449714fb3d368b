import { Calendar } from 'lucide-react'
import { useRef, useState } from 'react'
import { IconButton } from '../actions/icon-button.tsx'
import { dayText, parseDay } from '../text/day-text.ts'
import { Field } from './field.tsx'
import css from './input.module.css'

type DateFieldProps = {
  /** Shown inside the field, which filters. */
  label: string
  /** As ISO: "2026-11-23"; empty for none. */
  value: string
  onChange: (day: string) => void
}

/** A day in British order. A native date field would use the order of the browser's language. */
export const DateField = ({ label, value, onChange }: DateFieldProps) => {
  const picker = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(() => dayText(value))
  const [isTyping, setTyping] = useState(false)
  // What is typed stays as it is until the value changes elsewhere.
  const text = (parseDay(typed) ?? '') === value ? typed : dayText(value)
  const isInvalid = !isTyping && text !== '' && parseDay(text) === null
  return (
    <Field label={label} labelHidden error={isInvalid ? 'Enter a date such as 23/11/2026.' : undefined}>
      {(wiring) => (
        <span className={css.shell} data-filtering={value !== ''}>
          <span className={css.before} aria-hidden="true">
            {label}
          </span>
          <input
            {...wiring}
            className={css.input}
            placeholder="dd/mm/yyyy"
            autoComplete="off"
            maxLength={10}
            value={text}
            onBlur={() => setTyping(false)}
            onChange={({ target }) => {
              setTyping(true)
              setTyped(target.value)
              onChange(parseDay(target.value) ?? '')
            }}
          />
          <span className={css.after}>
            <IconButton
              label={`Calendar: ${label}`}
              size="small"
              icon={<Calendar />}
              onClick={() => picker.current?.showPicker()}
            />
            <input
              ref={picker}
              type="date"
              className={css.picker}
              tabIndex={-1}
              aria-hidden="true"
              value={value}
              onChange={({ target }) => onChange(target.value)}
            />
          </span>
        </span>
      )}
    </Field>
  )
}
