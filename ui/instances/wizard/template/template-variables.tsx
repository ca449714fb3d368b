import type { Template } from '../../../../src/contract/wire/catalogue.ts'
import { templateValueOf } from '../../../../src/instances/deploy-settings.ts'
import { Stack } from '../../../parts/layout/stack.tsx'
import { ValueInput } from '../../../parts/variables/value-input.tsx'
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

const VariableField = ({ variable, value, error, onChange }: VariableFieldProps) => (
  <ValueInput
    label={variable.label}
    hint={`${variable.description} ${variable.name}`}
    required={variable.required}
    {...(variable.generated && { placeholder: 'Generated when left empty' })}
    hiddenName={variable.secret ? variable.label : undefined}
    isShownAtFirst={!variable.secret}
    value={value}
    error={error}
    onChange={onChange}
  />
)
