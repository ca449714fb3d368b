import { Search, X } from 'lucide-react'
import { IconButton } from '../actions/icon-button.tsx'
import { classNames } from '../class-names.ts'
import { Field } from './field.tsx'
import css from './input.module.css'

type SearchFieldProps = {
  label: string
  value: string
  onChange: (value: string) => void
  placeholder?: string
}

export const SearchField = ({ label, value, onChange, placeholder = label }: SearchFieldProps) => (
  <Field label={label} labelHidden>
    {(wiring) => (
      <span className={classNames(css.shell, css.short)} data-filtering={value !== ''}>
        <span className={css.before}>
          <Search />
        </span>
        <input
          {...wiring}
          type="search"
          autoComplete="off"
          maxLength={400}
          spellCheck={false}
          className={classNames(css.input, css.search)}
          value={value}
          placeholder={placeholder}
          onChange={(event) => onChange(event.target.value)}
        />
        {value && (
          <span className={css.after}>
            <IconButton label="Clear search" size="small" icon={<X />} onClick={() => onChange('')} />
          </span>
        )}
      </span>
    )}
  </Field>
)
