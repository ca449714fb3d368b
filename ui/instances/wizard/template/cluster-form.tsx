import { Select } from '../../../parts/choices/select.tsx'
import { TextField } from '../../../parts/fields/text-field.tsx'
import { Card } from '../../../parts/layout/card.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'
import type { Deploy } from '../deploy/use-deploy.ts'

const NEW = 'new'

/** The cluster that the instance joins: one that exists, or that of another source. */
export const ClusterForm = ({ deploy: { choice, choose, cluster, fieldError } }: { deploy: Deploy }) => {
  if (!cluster) return null
  const { known, source } = cluster
  const isNew = choice.cluster.id === ''
  return (
    <Card
      title="Cluster"
      text="Groups the instances of one source, in all projects. It is deleted with them."
      headingLevel={3}
    >
      <Stack>
        {known.length > 0 && (
          <Select
            label="Deploy into"
            options={[
              { value: NEW, label: 'The cluster of another source' },
              ...known.map(({ _id, name, repository }) => ({ value: _id as string, label: name, note: repository })),
            ]}
            value={isNew ? NEW : choice.cluster.id}
            onChange={(id) => choose({ cluster: id === NEW ? '' : id })}
          />
        )}
        {isNew && (
          <>
            <TextField
              label="Source address"
              hint="Of the repository or page that the images are built from. It is not downloaded."
              placeholder="https://github.com/you/app"
              mono
              required
              maxLength={2000}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              value={choice.cluster.url}
              error={fieldError('clusterUrl')}
              onChange={(event) => choose({ clusterUrl: event.target.value })}
            />
            <TextField
              label="Cluster name"
              maxLength={100}
              autoComplete="off"
              spellCheck={false}
              value={choice.cluster.name ?? source.clusterName}
              error={fieldError('clusterName')}
              onChange={(event) => choose({ clusterName: event.target.value })}
            />
          </>
        )}
      </Stack>
    </Card>
  )
}
