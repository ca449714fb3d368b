import { Ellipsis, GitCompare, History, ScrollText } from 'lucide-react'
import type { Deployment, Instance } from '../../../src/contract/wire/compute.ts'
import { useSend } from '../../hooks/use-console.tsx'
import { useBlocked } from '../../hooks/use-membership.ts'
import { useUrlQuery } from '../../hooks/use-url-query.ts'
import { IconButton } from '../../parts/actions/icon-button.tsx'
import { Menu } from '../../parts/actions/menu.tsx'

type DeploymentMenuProps = { instance: Instance; deployment: Deployment }

export const DeploymentMenu = ({ instance, deployment: { _id, number } }: DeploymentMenuProps) => {
  const send = useSend()
  const { to } = useUrlQuery()
  const blocked = useBlocked('instances.write')
  const serving = instance.deployments.find((other) => other._id === instance.activeDeployment)
  const other = serving?._id === _id ? instance.deployments.find((older) => older.number < number) : serving
  return (
    <Menu
      trigger={<IconButton label={`Actions of deployment ${number}`} icon={<Ellipsis />} size="small" />}
      entries={[
        {
          kind: 'link',
          label: 'View logs',
          icon: <ScrollText />,
          to: `../logs/deployment-logs?deployment=${_id}`,
        },
        ...(other
          ? [
              {
                kind: 'link' as const,
                label: `Compare with deployment ${other.number}`,
                icon: <GitCompare />,
                to: to({ from: String(Math.min(number, other.number)), to: String(Math.max(number, other.number)) }),
              },
            ]
          : []),
        { kind: 'divider' },
        {
          kind: 'action',
          label: 'Roll back to this',
          icon: <History />,
          disabled: serving?._id === _id || instance.desiredState === 'deleted',
          blocked,
          onChoose: () =>
            send({
              type: 'ui/modalOpened',
              modal: { kind: 'rollbackDeployment', id: instance._id, deploymentId: _id },
            }),
        },
      ]}
    />
  )
}
