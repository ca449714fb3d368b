import { Plus } from 'lucide-react'
import type { ClipboardEvent } from 'react'
import { Button } from '../actions/button.tsx'
import css from './key-value-editor.module.css'
import { parseEnv, type Variable } from './parse-env.ts'
import { VariableRow } from './variable-row.tsx'

type KeyValueEditorProps = {
  label: string
  variables: readonly Variable[]
  onChange: (variables: Variable[]) => void
  /** Returns a row's error. */
  errorOf?: (variable: Variable, index: number) => string | undefined
  addLabel?: string
  disabled?: boolean
}

const blank: Variable = { name: '', value: '' }

const isBlank = ({ name, value }: Variable): boolean => name === '' && value === ''

/** Pasting .env text into a name adds all its variables; existing names get the new values. */
export const KeyValueEditor = ({
  label,
  variables,
  onChange,
  errorOf,
  addLabel = 'Add variable',
  disabled = false,
}: KeyValueEditorProps) => {
  const paste = (event: ClipboardEvent, index: number) => {
    const pasted = parseEnv(event.clipboardData.getData('text'))
    if (pasted.length === 0) return
    event.preventDefault()
    const kept = variables.filter((variable, at) => at !== index || !isBlank(variable))
    const byName = new Map([...kept, ...pasted].map((variable) => [variable.name, variable]))
    onChange([...byName.values()].filter((variable) => !isBlank(variable)))
  }
  return (
    <fieldset className={css.editor} disabled={disabled}>
      <legend className={css.legend}>{label}</legend>
      {variables.length > 0 && (
        <div className={css.rows}>
          {variables.map((variable, index) => (
            <VariableRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other key while it is being typed
              key={index}
              number={index + 1}
              variable={variable}
              error={errorOf?.(variable, index)}
              onChange={(next) => onChange(variables.map((old, at) => (at === index ? next : old)))}
              onRemove={() => onChange(variables.filter((_, at) => at !== index))}
              onPaste={(event) => paste(event, index)}
            />
          ))}
        </div>
      )}
      <div className={css.foot}>
        <Button size="small" icon={<Plus />} onClick={() => onChange([...variables, blank])}>
          {addLabel}
        </Button>
        <span className={css.hint}>Paste the text of a .env file into a name to add many at once.</span>
      </div>
    </fieldset>
  )
}
