import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import type { Template } from '../../../../src/contract/wire/catalogue.ts'
import { templateValueOf } from '../../../../src/instances/deploy-settings.ts'
import { IconButton } from '../../../parts/actions/icon-button.tsx'
import { TextField } from '../../../parts/fields/text-field.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'
import type { Deploy } from '../deploy/use-deploy.ts'

type Variable = Template['serviceData']['variables'][number]

type TemplateVariablesProps = { deploy: Deploy; variables: readonly Variable[] }

export const TemplateVariables = ({ deploy, variables }: TemplateVariablesProps) => (
  <Stack>
    {variables.map((variable) => (
      <VariableField
        key={variable.name}
        variable={variable}
        value={templateValueOf(deploy.draft, variable)}
        error={deploy.fieldError(`values.${variable.name}`)}
        onChange={(value) => {
          const field = variable.secret ? 'secretValues' : 'values'
          deploy.change({ [field]: { ...deploy.draft[field], [variable.name]: value } })
        }}
      />
    ))}
  </Stack>
)

type VariableFieldProps = {
  variable: Variable
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

const VariableField = ({ variable, value, error, onChange }: VariableFieldProps) => {
  const [isRevealed, setRevealed] = useState(!variable.secret)
  return (
    <TextField
      label={variable.label}
      hint={`${variable.description} ${variable.name}`}
      required={variable.required}
      mono
      {...(variable.generated && { placeholder: 'Generated when left empty' })}
      type={isRevealed ? 'text' : 'password'}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={32_768}
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
      after={
        variable.secret && (
          <IconButton
            size="small"
            label={isRevealed ? `Hide ${variable.label}` : `Show ${variable.label}`}
            icon={isRevealed ? <EyeOff /> : <Eye />}
            onClick={() => setRevealed(!isRevealed)}
          />
        )
      }
    />
  )
}
