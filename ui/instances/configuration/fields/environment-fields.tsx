import { Plus } from 'lucide-react'
import type { ClipboardEvent } from 'react'
import type { VariableDraft } from '../../../../src/instances/configuration/service-draft.ts'
import { Button } from '../../../parts/actions/button.tsx'
import { Card } from '../../../parts/layout/card.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'
import { Text } from '../../../parts/text/text.tsx'
import { parseEnv } from '../../../parts/variables/parse-env.ts'
import css from './rows.module.css'
import type { ServiceFieldsProps } from './service-fields.ts'
import { VariableFields } from './variable-fields.tsx'

const blank: VariableDraft = { name: '', value: '', isSecret: false, isSaved: false }

/** Pasting .env text into a name adds all its variables; existing names get the new values. */
const withPasted = (variables: readonly VariableDraft[], at: number, text: string): VariableDraft[] | null => {
  const pasted = parseEnv(text)
  if (pasted.length === 0) return null
  const kept = variables.filter(({ name, value }, index) => index !== at || name !== '' || value !== '')
  const byName = new Map(kept.map((variable) => [variable.name, variable]))
  for (const { name, value } of pasted) byName.set(name, { ...blank, ...byName.get(name), name, value })
  return [...byName.values()]
}

export const EnvironmentFields = ({ service: { environment }, change, errorOf }: ServiceFieldsProps) => {
  const listError = errorOf('environment')
  const paste = (event: ClipboardEvent, at: number) => {
    const next = withPasted(environment, at, event.clipboardData.getData('text'))
    if (!next) return
    event.preventDefault()
    change({ environment: next })
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
            onPaste={(event) => paste(event, at)}
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
          <span className={css.hint}>Paste the text of a .env file into a name to add many at once.</span>
        </div>
      </Stack>
    </Card>
  )
}
