import { Ellipsis, Pause, Play, Save, Trash2 } from 'lucide-react'
import type { Backup } from '../../src/contract/wire/volumes/backup.ts'
import { useSend } from '../hooks/use-console.tsx'
import { useBlocked } from '../hooks/use-membership.ts'
import { useMutation } from '../hooks/use-mutation.ts'
import { IconButton } from '../parts/actions/icon-button.tsx'
import { Menu } from '../parts/actions/menu.tsx'

export const BackupMenu = ({ backup }: { backup: Backup }) => {
  const send = useSend()
  const blocked = useBlocked('instances.write')
  const start = useMutation('startBackup')
  const update = useMutation('updateBackup')
  const { _id: backupId, projectId: id, enabled } = backup
  return (
    <Menu
      trigger={<IconButton label={`Actions of backup plan ${backup.name}`} icon={<Ellipsis />} size="small" />}
      entries={[
        {
          kind: 'action',
          label: 'Back up now',
          icon: <Save />,
          disabled: backup.source === null,
          blocked,
          onChoose: () => start.mutate({ id, backupId }),
        },
        {
          kind: 'action',
          label: enabled ? 'Pause plan' : 'Resume plan',
          icon: enabled ? <Pause /> : <Play />,
          blocked,
          onChoose: () => update.mutate({ id, backupId, enabled: !enabled }),
        },
        {
          kind: 'action',
          label: 'Delete plan',
          icon: <Trash2 />,
          danger: true,
          blocked,
          onChoose: () => send({ type: 'ui/modalOpened', modal: { kind: 'deleteBackup', backup, backupId } }),
        },
      ]}
    />
  )
}
