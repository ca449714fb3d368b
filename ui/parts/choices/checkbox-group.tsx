import { useId } from 'react'
import { Checkbox } from './checkbox.tsx'
import css from './checkbox-group.module.css'

type CheckboxGroupProps<Value extends string> = {
  legend: string
  hint?: string
  options: readonly { value: Value; label: string; hint?: string }[]
  chosen: readonly Value[]
  onChange: (value: Value, isChosen: boolean) => void
}

/** A group of checkboxes with a common hint. */
export const CheckboxGroup = <Value extends string>({
  legend,
  hint,
  options,
  chosen,
  onChange,
}: CheckboxGroupProps<Value>) => {
  const id = useId()
  return (
    <fieldset className={css.group} aria-describedby={hint ? id : undefined}>
      <legend className={css.legend}>{legend}</legend>
      {hint && (
        <p className={css.hint} id={id}>
          {hint}
        </p>
      )}
      <div className={css.options}>
        {options.map(({ value, ...option }) => (
          <Checkbox
            key={value}
            {...option}
            checked={chosen.includes(value)}
            onChange={({ target }) => onChange(value, target.checked)}
          />
        ))}
      </div>
    </fieldset>
  )
}
