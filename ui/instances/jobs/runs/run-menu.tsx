import { CircleStop, Ellipsis, RotateCw, ScrollText } from 'lucide-react'
import type { Run } from '../../../../src/contract/wire/jobs/job.ts'
import { useBlocked } from '../../../hooks/use-membership.ts'
import { IconButton } from '../../../parts/actions/icon-button.tsx'
import { Menu } from '../../../parts/actions/menu.tsx'
import { useCurrentInstance } from '../../page/use-instance.ts'
import { isLive } from './run-texts.ts'
import { useRunActions } from './use-run-actions.ts'

export const RunMenu = ({ run }: { run: Run }) => {
  const instance = useCurrentInstance()
  const blocked = useBlocked('instances.write')
  const { cancel, runAgain } = useRunActions(run)
  return (
    <Menu
      trigger={<IconButton label={`Actions of ${run.command.join(' ')}`} icon={<Ellipsis />} size="small" />}
      entries={[
        { kind: 'link', label: 'View output', icon: <ScrollText />, to: `runs/${run._id}` },
        isLive(run)
          ? {
              kind: 'action',
              label: 'Cancel run',
              icon: <CircleStop />,
              disabled: run.cancelRequested,
              blocked,
              onChoose: cancel,
            }
          : {
              kind: 'action',
              label: 'Run again',
              icon: <RotateCw />,
              disabled: instance.desiredState !== 'active',
              blocked,
              onChoose: runAgain,
            },
      ]}
    />
  )
}
