import { Plus } from 'lucide-react'
import type { ProjectId } from '../../src/contract/wire/common.ts'
import { lastLoaded } from '../../src/core/remote-data.ts'
import { useSend } from '../hooks/use-console.tsx'
import { useBlocked } from '../hooks/use-membership.ts'
import { useQuery } from '../hooks/use-query.ts'
import { BlockedButton } from '../parts/actions/blocked-button.tsx'
import { Button } from '../parts/actions/button.tsx'
import { Card } from '../parts/layout/card.tsx'
import { DataTable } from '../parts/tables/data-table.tsx'
import { EmptyState } from '../parts/waiting/empty-state.tsx'
import { Remote } from '../parts/waiting/remote.tsx'
import { backupColumns } from './backup-columns.tsx'

/** The backup plans of a project. */
export const BackupsCard = ({ projectId }: { projectId: ProjectId }) => {
  const { data, retry } = useQuery('readBackups', { id: projectId })
  const send = useSend()
  const blocked = useBlocked('instances.write')
  const rows = lastLoaded(data)?.value.backups ?? null
  const create = blocked ? (
    <BlockedButton size="small" icon={<Plus />} reason={blocked}>
      New backup plan
    </BlockedButton>
  ) : (
    <Button
      size="small"
      icon={<Plus />}
      onClick={() => send({ type: 'ui/modalOpened', modal: { kind: 'createBackup', id: projectId } })}
    >
      New backup plan
    </Button>
  )
  return (
    <Card
      title="Backup plans"
      text="Copies by a schedule, to the platform or to an S3 bucket of yours."
      padded={false}
      actions={create}
    >
      <Remote data={data} retry={retry} title="The backup plans could not be loaded" value={rows}>
        <DataTable
          caption="Backup plans"
          columns={backupColumns}
          rows={rows ?? []}
          rowKey={({ _id }) => _id}
          rowName={({ name }) => name}
          loading={rows === null}
          empty={<EmptyState title="No backup plans" text="Back up a volume every night, or dump a database." />}
        />
      </Remote>
    </Card>
  )
}
