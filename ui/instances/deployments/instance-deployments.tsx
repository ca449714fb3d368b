import { GitCompare, RotateCw } from 'lucide-react'
import { useMemo } from 'react'
import { useSend } from '../../hooks/use-console.tsx'
import { useUrlQuery } from '../../hooks/use-url-query.ts'
import { Button } from '../../parts/actions/button.tsx'
import { RestoreFocus } from '../../parts/focus/restore-focus.tsx'
import { Card } from '../../parts/layout/card.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { DataTable } from '../../parts/tables/data-table.tsx'
import { EmptyState } from '../../parts/waiting/empty-state.tsx'
import { MayButton } from '../../shell/permissions/may-button.tsx'
import { useCurrentInstance } from '../page/use-instance.ts'
import { deploymentColumns } from './deployment-columns.tsx'
import { DeploymentComparison } from './deployment-comparison.tsx'
import { useAuthors } from './use-authors.ts'

/** All deployments of an instance, newest first, and the comparison of two. */
export const InstanceDeployments = () => {
  const instance = useCurrentInstance()
  const send = useSend()
  const { query, choose } = useUrlQuery()
  const { deployments } = instance
  const authorOf = useAuthors()
  const columns = useMemo(() => deploymentColumns(instance, authorOf), [instance, authorOf])
  const numbered = (field: string) => deployments.find(({ number }) => String(number) === query.get(field))
  const [before, after] = [numbered('from'), numbered('to')]
  const [newest, older] = deployments
  return (
    <Stack gap={5}>
      <RestoreFocus>
        {before && after && (
          <DeploymentComparison deployments={deployments} before={before} after={after} onChoose={choose} />
        )}
      </RestoreFocus>
      <Card
        title="Deployments"
        padded={false}
        actions={
          <>
            {newest && older && !(before && after) && (
              <Button
                size="small"
                icon={<GitCompare />}
                onClick={() => choose({ from: String(older.number), to: String(newest.number) })}
              >
                Compare
              </Button>
            )}
            <MayButton
              may="instances.write"
              size="small"
              icon={<RotateCw />}
              disabled={instance.desiredState === 'deleted'}
              onClick={() => send({ type: 'ui/modalOpened', modal: { kind: 'redeployInstance', id: instance._id } })}
            >
              Deploy again
            </MayButton>
          </>
        }
      >
        <DataTable
          caption="Deployments"
          columns={columns}
          rows={deployments}
          rowKey={({ _id }) => _id}
          rowName={({ number }) => `Deployment ${number}`}
          rowLink={({ _id }) => `../logs/deployment-logs?deployment=${_id}`}
          empty={<EmptyState title="No deployments yet" text="Each change of the configuration makes one." />}
        />
      </Card>
    </Stack>
  )
}
