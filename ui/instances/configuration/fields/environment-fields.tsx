import { Card } from '../../../parts/layout/card.tsx'
import { VariableRows } from '../variables/variable-rows.tsx'
import type { ServiceFieldsProps } from './service-fields.ts'

type EnvironmentFieldsProps = ServiceFieldsProps & {
  /** What a value can refer to, such as `db.PASSWORD`. */
  targets: readonly string[]
  hintOf: (references: readonly string[]) => string
}

// biome-ignore lint/suspicious/noTemplateCurlyInString: the syntax of references
const example = '${service.VARIABLE}'

export const EnvironmentFields = ({
  service: { environment },
  targets,
  hintOf,
  change,
  errorOf,
}: EnvironmentFieldsProps) => (
  <Card
    title="Environment"
    text={`Saved values are not shown. The value of a secret cannot be read again, only replaced. ${example} stands for a value of another service. Shift + Enter begins a new line.`}
  >
    <VariableRows
      variables={environment}
      targets={targets}
      hintOf={hintOf}
      errorOf={(field) => errorOf(field === '' ? 'environment' : `environment.${field}`)}
      onChange={(variables) => change({ environment: variables })}
    />
  </Card>
)
