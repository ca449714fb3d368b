import { X } from 'lucide-react'
import type { Deployment } from '../../../src/contract/wire/compute.ts'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { configurationDifferences } from '../../../src/rules/deployments/configuration-differences.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { IconButton } from '../../parts/actions/icon-button.tsx'
import { Select } from '../../parts/choices/select.tsx'
import { Card } from '../../parts/layout/card.tsx'
import { Grid } from '../../parts/layout/grid.tsx'
import { Remote } from '../../parts/waiting/remote.tsx'
import { SkeletonRows } from '../../parts/waiting/skeleton-rows.tsx'
import css from './deployment-comparison.module.css'
import { reasonText } from './deployment-reasons.ts'
import { DifferenceTable } from './difference-table.tsx'

type DeploymentComparisonProps = {
  deployments: readonly Deployment[]
  before: Deployment
  after: Deployment
  onChoose: (change: { from?: string; to?: string }) => void
}

/** Compares the configurations of two deployments. */
export const DeploymentComparison = ({ deployments, before, after, onChoose }: DeploymentComparisonProps) => {
  const old = useQuery('readDeployment', { id: before._id })
  const next = useQuery('readDeployment', { id: after._id })
  const [first, second] = [old, next].map(({ data }) => lastLoaded(data)?.value.deployment.configuration ?? null)
  const failed = old.data.kind === 'failed' ? old : next
  const options = deployments.map((deployment) => ({
    value: String(deployment.number),
    label: `Deployment ${deployment.number}`,
    note: reasonText(deployment),
  }))
  return (
    <Card
      title="Compare"
      actions={
        <IconButton label="Close comparison" icon={<X />} size="small" onClick={() => onChoose({ from: '', to: '' })} />
      }
      padded={false}
    >
      <div className={css.choice}>
        <Grid columns={2}>
          <Select
            label="Before"
            options={options}
            value={String(before.number)}
            onChange={(from) => onChoose({ from })}
          />
          <Select label="After" options={options} value={String(after.number)} onChange={(to) => onChoose({ to })} />
        </Grid>
      </div>
      <Remote
        data={failed.data}
        retry={failed.retry}
        title="The deployments could not be compared"
        value={first && second ? configurationDifferences(first, second) : null}
        loading={<SkeletonRows rows={3} columns={3} />}
      >
        {(differences) => (
          <DifferenceTable
            caption={`Differences of deployments ${before.number} and ${after.number}`}
            differences={differences}
            titles={{ before: `Deployment ${before.number}`, after: `Deployment ${after.number}` }}
          />
        )}
      </Remote>
    </Card>
  )
}
