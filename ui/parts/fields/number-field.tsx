import { NumberField as Base } from '@base-ui/react/number-field'
import { Minus, Plus } from 'lucide-react'
import { classNames } from '../class-names.ts'
import { Field, type FieldLabelProps } from './field.tsx'
import css from './input.module.css'

type NumberFieldProps = FieldLabelProps & {
  value: number | null
  onChange: (value: number | null) => void
  min?: number
  max?: number
  step?: number
  unit?: string
  placeholder?: string
  disabled?: boolean
  name?: string
}

export const NumberField = ({
  value,
  onChange,
  min,
  max,
  step = 1,
  unit,
  placeholder,
  disabled = false,
  name,
  ...fieldProps
}: NumberFieldProps) => (
  <Field {...fieldProps}>
    {({ id, required, ...wiring }, onEdited) => (
      <Base.Root
        id={id}
        value={value}
        onValueChange={(next) => {
          onEdited()
          onChange(next)
        }}
        {...(min !== undefined && { min })}
        {...(max !== undefined && { max })}
        {...(name !== undefined && { name })}
        step={step}
        disabled={disabled}
        required={required ?? false}
        locale="en-GB"
      >
        <Base.Group className={css.shell}>
          <Base.Input {...wiring} className={classNames(css.input, css.mono)} placeholder={placeholder} />
          {unit && <span className={css.after}>{unit}</span>}
          <span className={css.steps}>
            <Base.Decrement className={css.step} aria-label={`Decrease ${fieldProps.label}`}>
              <Minus />
            </Base.Decrement>
            <Base.Increment className={css.step} aria-label={`Increase ${fieldProps.label}`}>
              <Plus />
            </Base.Increment>
          </span>
        </Base.Group>
      </Base.Root>
    )}
  </Field>
)
