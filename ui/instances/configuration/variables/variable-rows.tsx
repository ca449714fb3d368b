import { ClipboardPaste, Plus } from 'lucide-react'
import { type ClipboardEvent, useState } from 'react'
import { withPastedVariables } from '../../../../src/instances/configuration/paste-variables.ts'
import type { VariableDraft } from '../../../../src/instances/configuration/service-draft.ts'
import { isEnvText } from '../../../../src/rules/variables/plan-paste.ts'
import { Button } from '../../../parts/actions/button.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'
import { Text } from '../../../parts/text/text.tsx'
import { PasteEnvDialog } from '../../../parts/variables/paste-env-dialog.tsx'
import css from '../fields/rows.module.css'
import { VariableFields } from './variable-fields.tsx'

type VariableRowsProps = {
  variables: readonly VariableDraft[]
  /** What a value can refer to, such as `db.PASSWORD`; undefined where references are not replaced. */
  targets?: readonly string[]
  /** What is said of a value with references. */
  hintOf?: (references: readonly string[]) => string
  /** The error of a field, such as `0.name`; of the list for an empty field. */
  errorOf: (field: string) => string | undefined
  onChange: (variables: VariableDraft[]) => void
}

const refersTo = (references: readonly string[]): string => `Refers to ${references.join(', ')}`

const blank: VariableDraft = { name: '', value: '', isSecret: false, isSaved: false }

/** Variables that may be secret. Pasted .env text opens a preview. */
export const VariableRows = ({ variables, targets, hintOf = refersTo, errorOf, onChange }: VariableRowsProps) => {
  const [pasted, setPasted] = useState<string | null>(null)
  const listError = errorOf('')
  const paste = (event: ClipboardEvent, isName: boolean) => {
    const text = event.clipboardData.getData('text')
    if (!(isName || text.trim().includes('\n')) || !isEnvText(text)) return
    event.preventDefault()
    setPasted(text)
  }
  return (
    <Stack gap={3} align="start">
      {variables.length === 0 && <Text tone="muted">No variables.</Text>}
      {variables.map((variable, at) => (
        <VariableFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other key while it is being typed
          key={at}
          number={at + 1}
          variable={variable}
          error={errorOf(`${at}.name`)}
          valueError={errorOf(`${at}.value`)}
          targets={targets}
          hintOf={hintOf}
          onPaste={paste}
          onChange={(patch) => onChange(variables.map((old, index) => (index === at ? { ...old, ...patch } : old)))}
          onRemove={() => onChange(variables.filter((_, index) => index !== at))}
        />
      ))}
      {listError && (
        <Text size="sm" tone="bad">
          {listError}
        </Text>
      )}
      <div className={css.foot}>
        <Button size="small" icon={<Plus />} onClick={() => onChange([...variables, blank])}>
          Add variable
        </Button>
        <Button size="small" icon={<ClipboardPaste />} onClick={() => setPasted('')}>
          Paste .env
        </Button>
      </div>
      {pasted !== null && (
        <PasteEnvDialog
          text={pasted}
          known={variables.filter(({ name }) => name !== '')}
          onClose={() => setPasted(null)}
          onAdd={(added) => {
            onChange(withPastedVariables(variables, added))
            setPasted(null)
          }}
        />
      )}
    </Stack>
  )
}
