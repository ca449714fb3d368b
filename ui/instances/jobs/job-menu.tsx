import { Ellipsis, History, Pencil, Play, Trash2 } from 'lucide-react'
import type { Instance } from '../../../src/contract/wire/compute.ts'
import type { Job } from '../../../src/contract/wire/jobs/job.ts'
import { useSend } from '../../hooks/use-console.tsx'
import { useBlocked } from '../../hooks/use-membership.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { IconButton } from '../../parts/actions/icon-button.tsx'
import { Menu } from '../../parts/actions/menu.tsx'

export const JobMenu = ({ job, instance: { _id: id, desiredState } }: { job: Job; instance: Instance }) => {
  const { _id: jobId, name } = job
  const send = useSend()
  const blocked = useBlocked('instances.write')
  const { mutate: start } = useMutation('startJob')
  return (
    <Menu
      trigger={<IconButton label={`Actions of ${name}`} icon={<Ellipsis />} size="small" />}
      entries={[
        {
          kind: 'action',
          label: 'Run now',
          icon: <Play />,
          disabled: desiredState !== 'active',
          blocked,
          onChoose: () => start({ id, jobId }),
        },
        { kind: 'link', label: 'View runs', icon: <History />, to: `?job=${jobId}` },
        {
          kind: 'action',
          label: 'Edit job',
          icon: <Pencil />,
          blocked,
          onChoose: () => send({ type: 'ui/modalOpened', modal: { kind: 'editJob', id, jobId, job } }),
        },
        { kind: 'divider' },
        {
          kind: 'action',
          label: 'Delete job',
          icon: <Trash2 />,
          danger: true,
          blocked,
          onChoose: () => send({ type: 'ui/modalOpened', modal: { kind: 'deleteJob', id, jobId, name } }),
        },
      ]}
    />
  )
}
