import type { Instance } from '../../../src/contract/wire/compute.ts'
import { useBlocked } from '../../hooks/use-membership.ts'
import { useIsVisitor } from '../../hooks/use-organization.ts'
import { Card } from '../../parts/layout/card.tsx'
import { Text } from '../../parts/text/text.tsx'
import css from './environment-card.module.css'
import { HiddenValue, VariableValue } from './variable-value.tsx'

/** The names of the variables. Values are encrypted and revealed one by one, which the audit log records. */
export const EnvironmentCard = ({ instance: { _id, environment } }: { instance: Instance }) => {
  const blocked = useBlocked('instances.write')
  const isVisitor = useIsVisitor()
  return (
    <Card
      title="Environment"
      text={
        environment.length > 0 && blocked === undefined ? 'Revealing a value is recorded in the audit log.' : undefined
      }
    >
      {environment.length === 0 ? (
        <Text tone="muted">No variables.</Text>
      ) : (
        <dl className={css.list}>
          {environment.map(({ name }) => (
            <div key={name} className={css.line}>
              <dt className={css.name}>{name}</dt>
              <dd className={css.cell}>
                {isVisitor ? (
                  <HiddenValue />
                ) : (
                  <VariableValue key={`${_id}/${name}`} id={_id} name={name} blocked={blocked} />
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  )
}
