import { ClipboardPaste, Plus } from 'lucide-react'
import { type ClipboardEvent, useState } from 'react'
import { withPastedVariables } from '../../../../src/instances/configuration/paste-variables.ts'
import type { VariableDraft } from '../../../../src/instances/configuration/service-draft.ts'
import { isEnvText } from '../../../../src/rules/variables/plan-paste.ts'
import { Button } from '../../../parts/actions/button.tsx'
import { Card } from '../../../parts/layout/card.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'
import { Text } from '../../../parts/text/text.tsx'
import { PasteEnvDialog } from '../../../parts/variables/paste-env-dialog.tsx'
import css from './rows.module.css'
import type { ServiceFieldsProps } from './service-fields.ts'
import { VariableFields } from './variable-fields.tsx'

const blank: VariableDraft = { name: '', value: '', isSecret: false, isSaved: false }

type EnvironmentFieldsProps = ServiceFieldsProps & {
  /** What a value can refer to, such as `db.PASSWORD`. */
  targets: readonly string[]
}

export const EnvironmentFields = ({ service: { environment }, targets, change, errorOf }: EnvironmentFieldsProps) => {
  const [pasted, setPasted] = useState<string | null>(null)
  const listError = errorOf('environment')
  const paste = (event: ClipboardEvent, isName: boolean) => {
    const text = event.clipboardData.getData('text')
    if (!(isName || text.trim().includes('\n')) || !isEnvText(text)) return
    event.preventDefault()
    setPasted(text)
  }
  return (
    <Card
      title="Environment"
      text="Saved values are not shown. The value of a secret cannot be read again, only replaced."
    >
      <Stack gap={3} align="start">
        {environment.length === 0 && <Text tone="muted">No variables.</Text>}
        {environment.map((variable, at) => (
          <VariableFields
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other key while it is being typed
            key={at}
            number={at + 1}
            variable={variable}
            error={errorOf(`environment.${at}.name`)}
            valueError={errorOf(`environment.${at}.value`)}
            targets={targets}
            onPaste={paste}
            onChange={(patch) =>
              change({ environment: environment.map((old, index) => (index === at ? { ...old, ...patch } : old)) })
            }
            onRemove={() => change({ environment: environment.filter((_, index) => index !== at) })}
          />
        ))}
        {listError && (
          <Text size="sm" tone="bad">
            {listError}
          </Text>
        )}
        <div className={css.foot}>
          <Button size="small" icon={<Plus />} onClick={() => change({ environment: [...environment, blank] })}>
            Add variable
          </Button>
          <Button size="small" icon={<ClipboardPaste />} onClick={() => setPasted('')}>
            Paste .env
          </Button>
        </div>
        {pasted !== null && (
          <PasteEnvDialog
            text={pasted}
            known={environment.filter(({ name }) => name !== '')}
            onClose={() => setPasted(null)}
            onAdd={(variables) => {
              change({ environment: withPastedVariables(environment, variables) })
              setPasted(null)
            }}
          />
        )}
      </Stack>
    </Card>
  )
}
