import { Autocomplete } from '@base-ui/react/autocomplete'
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import { classNames } from '../class-names.ts'
import popup from '../overlay/popup.module.css'
import { Field, type FieldLabelProps } from './field.tsx'
import input from './input.module.css'

export interface Completion {
  /** What is shown. */
  label: string
  /** The text of the whole field after it is chosen. */
  value: string
}

type CompletingFieldProps = FieldLabelProps & {
  value: string
  onChange: (value: string) => void
  /** Returns what can be inserted at the cursor. */
  completionsOf: (value: string, cursor: number) => readonly Completion[]
  placeholder?: string
  maxLength?: number
  after?: ReactNode
  onPaste?: (event: ClipboardEvent<HTMLInputElement>) => void
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
}

/** A text field for code, which proposes completions while one is typed. */
export const CompletingField = ({
  value,
  onChange,
  completionsOf,
  placeholder,
  maxLength = 400,
  after,
  onPaste,
  onKeyDown,
  ...fieldProps
}: CompletingFieldProps) => {
  const [items, setItems] = useState<readonly Completion[]>([])
  return (
    <Field {...fieldProps}>
      {({ id, required, ...wiring }, onEdited) => (
        <Autocomplete.Root
          items={items}
          filter={null}
          value={value}
          itemToStringValue={(item: Completion) => item.value}
          open={items.length > 0}
          onOpenChange={(open) => !open && setItems([])}
          autoHighlight
          onValueChange={(next, { reason, event }) => {
            onEdited()
            onChange(next)
            const field = event.target instanceof HTMLInputElement ? event.target : null
            setItems(reason === 'input-change' ? completionsOf(next, field?.selectionStart ?? next.length) : [])
          }}
        >
          <Autocomplete.InputGroup className={input.shell}>
            <Autocomplete.Input
              {...wiring}
              id={id}
              required={required ?? false}
              className={classNames(input.input, input.mono)}
              maxLength={maxLength}
              placeholder={placeholder}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              onPaste={onPaste}
              onKeyDown={onKeyDown}
            />
            {after && <span className={input.after}>{after}</span>}
          </Autocomplete.InputGroup>
          <Autocomplete.Portal role="region" aria-label={`Completions of ${fieldProps.label}`}>
            <Autocomplete.Positioner className={popup.positioner} positionMethod="fixed" sideOffset={4}>
              <Autocomplete.Popup className={classNames(popup.popup, popup.choices)}>
                <Autocomplete.List>
                  {(item: Completion) => (
                    <Autocomplete.Item key={item.label} value={item} className={popup.item}>
                      <span className={popup.content}>{item.label}</span>
                    </Autocomplete.Item>
                  )}
                </Autocomplete.List>
              </Autocomplete.Popup>
            </Autocomplete.Positioner>
          </Autocomplete.Portal>
        </Autocomplete.Root>
      )}
    </Field>
  )
}
