import { Combobox as Base } from '@base-ui/react/combobox'
import { Check, ChevronDown } from 'lucide-react'
import { classNames } from '../class-names.ts'
import { Field, type FieldLabelProps } from '../fields/field.tsx'
import input from '../fields/input.module.css'
import popup from '../overlay/popup.module.css'
import css from './select.module.css'
import type { Option } from './select.tsx'

type ComboboxProps<Value extends string> = FieldLabelProps & {
  options: readonly Option<Value>[]
  value: Value | null
  onChange: (value: Value | null) => void
  placeholder?: string
  disabled?: boolean
  /** Shown when nothing matches. */
  empty?: string
  /** Marked while something is chosen. */
  isFilter?: boolean
}

/** Limits the rendered options; with thousands of options, users type before they scroll further. */
const MAX_VISIBLE = 100

/** A select with a text field, for more than about ten options. */
export const Combobox = <Value extends string>({
  options,
  value,
  onChange,
  placeholder = 'Type to search',
  disabled = false,
  empty = 'No results. Try a shorter search.',
  isFilter = false,
  ...fieldProps
}: ComboboxProps<Value>) => (
  <Field {...fieldProps}>
    {({ id, required, ...wiring }, onEdited) => (
      <Base.Root
        items={options}
        value={options.find((option) => option.value === value) ?? null}
        onValueChange={(next) => {
          onEdited()
          onChange(next?.value ?? null)
        }}
        disabled={disabled}
        required={required ?? false}
        autoHighlight
        limit={MAX_VISIBLE}
      >
        <Base.InputGroup className={input.shell} data-filtering={isFilter && value !== null}>
          <Base.Input {...wiring} id={id} className={input.input} maxLength={400} placeholder={placeholder} />
          <Base.Trigger className={css.open} aria-label={`Show all: ${fieldProps.label}`}>
            <ChevronDown />
          </Base.Trigger>
        </Base.InputGroup>
        <Base.Portal role="region" aria-label={fieldProps.label}>
          <Base.Positioner className={popup.positioner} positionMethod="fixed" sideOffset={4}>
            <Base.Popup className={classNames(popup.popup, popup.choices)}>
              <Base.Empty>
                <div className={popup.empty}>{empty}</div>
              </Base.Empty>
              <Base.List>
                {(option: Option<Value>) => (
                  <Base.Item
                    key={option.value}
                    value={option}
                    disabled={option.disabled ?? false}
                    className={popup.item}
                  >
                    {option.icon}
                    <span className={popup.content}>
                      {option.label}
                      {option.note && <span className={popup.note}>{option.note}</span>}
                    </span>
                    <Base.ItemIndicator className={popup.tick}>
                      <Check />
                    </Base.ItemIndicator>
                  </Base.Item>
                )}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    )}
  </Field>
)
