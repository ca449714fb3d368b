import { ArrowUp, Trash2 } from 'lucide-react'
import type { ProjectId } from '../../../../src/contract/wire/common.ts'
import { lastLoaded } from '../../../../src/core/remote-data.ts'
import { selectVariableGroups, variableGroupsOf } from '../../../../src/variable-groups/variable-groups.ts'
import { useQuery } from '../../../hooks/use-query.ts'
import { useSelected } from '../../../hooks/use-selected.ts'
import { IconButton } from '../../../parts/actions/icon-button.tsx'
import { Select } from '../../../parts/choices/select.tsx'
import { Card } from '../../../parts/layout/card.tsx'
import { Row } from '../../../parts/layout/row.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'
import { Text } from '../../../parts/text/text.tsx'
import type { ServiceFieldsProps } from '../fields/service-fields.ts'

type VariableGroupFieldsProps = ServiceFieldsProps & { projectId: ProjectId }

/** The variable groups that a service includes; nothing where the project has none. */
export const VariableGroupFields = ({ projectId, service, change, errorOf }: VariableGroupFieldsProps) => {
  const { data } = useQuery('readVariableGroups', { id: projectId })
  const known = useSelected(selectVariableGroups)
  const groups = lastLoaded(data) ? variableGroupsOf(known, projectId) : []
  const { variableGroups: included } = service
  if (groups.length === 0 && included.length === 0) return null
  const others = groups.filter(({ name }) => !included.includes(name))
  const set = (next: readonly string[]) => change({ variableGroups: next })
  const namesOf = (group: string) =>
    groups
      .find(({ name }) => name === group)
      ?.variables.map(({ name }) => name)
      .join(', ') ?? ''
  return (
    <Card
      title="Variable groups"
      text="A group below replaces the values of those above it, and the service’s own variables those of all."
    >
      <Stack gap={3} align="start">
        {included.map((name, at) => (
          <Stack key={name} gap={1}>
            <Row gap={2} wrap>
              <Text as="span" mono>
                {name}
              </Text>
              <Text as="span" size="sm" tone="muted">
                {namesOf(name)}
              </Text>
              {at > 0 && (
                <IconButton
                  size="small"
                  label={`Move ${name} up`}
                  icon={<ArrowUp />}
                  onClick={() => set(included.with(at - 1, name).with(at, included[at - 1] ?? name))}
                />
              )}
              <IconButton
                size="small"
                label={`Remove ${name}`}
                icon={<Trash2 />}
                onClick={() => set(included.filter((other) => other !== name))}
              />
            </Row>
            {errorOf(`variableGroups.${at}`) && (
              <Text size="sm" tone="bad">
                {errorOf(`variableGroups.${at}`)}
              </Text>
            )}
          </Stack>
        ))}
        {others.length > 0 && (
          <Select
            label="Include a group"
            options={others.map(({ name }) => ({ value: name, label: name }))}
            value={null}
            placeholder="Choose a group"
            error={errorOf('variableGroups')}
            onChange={(name) => set([...included, name])}
          />
        )}
      </Stack>
    </Card>
  )
}
