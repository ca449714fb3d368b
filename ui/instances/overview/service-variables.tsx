import { Lock } from 'lucide-react'
import { useState } from 'react'
import type { InstanceId } from '../../../src/contract/wire/common.ts'
import type { StoredService } from '../../../src/contract/wire/instance/instance-configuration.ts'
import { type ShownVariable, shownVariables } from '../../../src/instances/shown-variables.ts'
import { useBlocked } from '../../hooks/use-membership.ts'
import { SearchField } from '../../parts/fields/search-field.tsx'
import { Card } from '../../parts/layout/card.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { Badge } from '../../parts/state/badge.tsx'
import { Heading } from '../../parts/text/heading.tsx'
import { Text } from '../../parts/text/text.tsx'
import css from './environment-card.module.css'
import { HiddenValue, VariableValue } from './variable-value.tsx'

/** Fewer are found without a filter. */
const MANY = 10

type ServiceVariablesProps = { id: InstanceId; services: readonly StoredService[] }

export const ServiceVariables = ({ id, services }: ServiceVariablesProps) => {
  const [filter, setFilter] = useState('')
  const [revealed, setRevealed] = useState('')
  const blocked = useBlocked('instances.write')
  const all = shownVariables(services)
  const shown = shownVariables(services, filter)
  const total = all.reduce((sum, { variables }) => sum + variables.length, 0)
  const isSeveral = services.length > 1
  const canReveal = blocked === undefined && all.some(({ variables }) => variables.some(({ isSecret }) => !isSecret))
  return (
    <Card title="Environment" text={canReveal ? 'Revealing a value is recorded in the audit log.' : undefined}>
      <Stack gap={4}>
        {total > MANY && <SearchField label="Filter variables" value={filter} onChange={setFilter} />}
        {shown.length === 0 && <Text tone="muted">{`No variables match “${filter.trim()}”.`}</Text>}
        {shown.map(({ name: serviceName, variables }) => (
          <Stack key={serviceName} gap={2}>
            {isSeveral && (
              <Heading level={3} size="md">
                {serviceName}
              </Heading>
            )}
            <dl className={css.list}>
              {variables.map((variable) => (
                <div key={variable.name} className={css.line}>
                  <dt className={css.name}>
                    {variable.name}
                    <Source variable={variable} />
                  </dt>
                  <dd className={css.cell}>
                    {variable.isSecret ? (
                      <SecretValue />
                    ) : (
                      <VariableValue
                        key={`${id}/${serviceName}/${variable.name}`}
                        id={id}
                        serviceName={serviceName}
                        name={variable.name}
                        label={isSeveral ? `${variable.name} of ${serviceName}` : variable.name}
                        blocked={blocked}
                        isOpen={revealed === `${serviceName}/${variable.name}`}
                        onReveal={() => setRevealed(`${serviceName}/${variable.name}`)}
                      />
                    )}
                  </dd>
                </div>
              ))}
            </dl>
          </Stack>
        ))}
      </Stack>
    </Card>
  )
}

/** Where a value comes from that was not entered here. */
const Source = ({ variable: { references, group } }: { variable: ShownVariable }) => {
  if (group !== null) return <span className={css.source}>from group {group}</span>
  return references.length > 0 ? <span className={css.source}>from {references.join(', ')}</span> : null
}

const SecretValue = () => (
  <div className={css.secret}>
    <HiddenValue />
    <Badge icon={<Lock />}>Secret</Badge>
  </div>
)
