import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Field, type FieldLabelProps } from '../fields/field.tsx'
import popup from '../overlay/popup.module.css'
import css from './select.module.css'

export type Option<Value extends string> = {
  value: Value
  label: string
  note?: string
  icon?: ReactNode
  disabled?: boolean
}

type SelectProps<Value extends string> = FieldLabelProps & {
  options: readonly Option<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  placeholder?: string
  disabled?: boolean
  name?: string
  /** Of a filter: the option that shows everything. */
  neutral?: Value
}

export const Select = <Value extends string>({
  options,
  value,
  onChange,
  placeholder = 'Choose',
  disabled = false,
  name,
  neutral,
  ...fieldProps
}: SelectProps<Value>) => (
  <Field {...fieldProps}>
    {({ required, ...wiring }, onEdited) => (
      <Base.Root
        items={options}
        value={value}
        onValueChange={(next) => {
          onEdited()
          if (next !== null) onChange(next)
        }}
        required={required ?? false}
        disabled={disabled}
        {...(name !== undefined && { name })}
      >
        <Base.Trigger
          {...wiring}
          className={css.trigger}
          data-filtering={neutral === undefined ? undefined : value !== neutral}
        >
          {options.find((option) => option.value === value)?.icon}
          <Base.Value className={css.value} placeholder={placeholder} />
          <Base.Icon className={css.icon}>
            <ChevronDown />
          </Base.Icon>
        </Base.Trigger>
        <Base.Portal role="region" aria-label={fieldProps.label}>
          <Base.Positioner
            className={popup.positioner}
            positionMethod="fixed"
            sideOffset={4}
            alignItemWithTrigger={false}
          >
            <Base.Popup className={classNames(popup.popup, popup.choices)}>
              <Base.List>
                {options.map((option) => (
                  <Base.Item
                    key={option.value}
                    value={option.value}
                    disabled={option.disabled ?? false}
                    className={popup.item}
                  >
                    {option.icon}
                    <span className={popup.content}>
                      <Base.ItemText>{option.label}</Base.ItemText>
                      {option.note && <span className={popup.note}>{option.note}</span>}
                    </span>
                    <Base.ItemIndicator className={popup.tick}>
                      <Check />
                    </Base.ItemIndicator>
                  </Base.Item>
                ))}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    )}
  </Field>
)
