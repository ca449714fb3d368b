import { ClipboardPaste, Plus } from 'lucide-react'
import { type ClipboardEvent, useState } from 'react'
import { isEnvText } from '../../../src/rules/variables/plan-paste.ts'
import { Button } from '../actions/button.tsx'
import css from './key-value-editor.module.css'
import { PasteEnvDialog } from './paste-env-dialog.tsx'
import { type Variable, VariableRow } from './variable-row.tsx'

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

/** Pasting .env text opens a preview of the variables in it. */
export const KeyValueEditor = ({
  label,
  variables,
  onChange,
  errorOf,
  addLabel = 'Add variable',
  disabled = false,
}: KeyValueEditorProps) => {
  const [pasted, setPasted] = useState<string | null>(null)
  const paste = (event: ClipboardEvent, isName: boolean) => {
    const text = event.clipboardData.getData('text')
    if (!(isName || text.trim().includes('\n')) || !isEnvText(text)) return
    event.preventDefault()
    setPasted(text)
  }
  const add = (added: readonly Variable[]) => {
    const kept = variables.filter((variable) => !isBlank(variable))
    const byName = new Map([...kept, ...added].map(({ name, value }) => [name, { name, value }]))
    onChange([...byName.values()])
    setPasted(null)
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
              onPaste={paste}
            />
          ))}
        </div>
      )}
      <div className={css.foot}>
        <Button size="small" icon={<Plus />} onClick={() => onChange([...variables, blank])}>
          {addLabel}
        </Button>
        <Button size="small" icon={<ClipboardPaste />} onClick={() => setPasted('')}>
          Paste .env
        </Button>
      </div>
      {pasted !== null && (
        <PasteEnvDialog
          text={pasted}
          known={variables.flatMap(({ name }) => (name === '' ? [] : [{ name, isSecret: false }]))}
          withSecrets={false}
          onClose={() => setPasted(null)}
          onAdd={add}
        />
      )}
    </fieldset>
  )
}
