import { RotateCw, ScrollText } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Instance } from '../../../src/contract/wire/compute.ts'
import { isWithoutProvider, transitionOf } from '../../../src/instances/instances.ts'
import { useIsVisitor } from '../../hooks/use-organization.ts'
import { LinkButton } from '../../parts/actions/link-button.tsx'
import { Banner } from '../../parts/state/banner.tsx'
import { RelativeTime } from '../../parts/text/relative-time.tsx'
import { MayLinkButton } from '../../shell/permissions/may-link-button.tsx'
import { ClosedNote } from './closed-note.tsx'
import { InstanceTransition } from './instance-transition.tsx'
import { redeployAddress } from './redeploy-address.ts'

const closedMessage = (instance: Instance, isVisitor: boolean): ReactNode => {
  if (instance.finishedAt) return 'The program exited successfully.'
  return isVisitor ? 'It is not running.' : <ClosedNote instance={instance} />
}

type InstanceNoticeProps = { instance: Instance; organization: string }

/** The most important notice about an instance: its progress, or an error and its remedy. */
export const InstanceNotice = ({ instance, organization }: InstanceNoticeProps) => {
  const isVisitor = useIsVisitor()
  const transition = transitionOf(instance)
  if (transition) return <InstanceTransition instance={instance} transition={transition} />
  if (isWithoutProvider(instance))
    return (
      <Banner tone="warn" title="The engine of this instance is gone">
        {instance.error?.message}
      </Banner>
    )
  const isOutOfFunds = instance.error?.code === 'fundsStopped'
  const isStopped = instance.error?.code === 'diskLimit' || isOutOfFunds
  const base = `/${organization}/${instance.computeProject}/${instance._id}`
  const again = !isVisitor && (
    <MayLinkButton may="instances.write" size="small" icon={<RotateCw />} to={redeployAddress(organization, instance)}>
      Deploy again
    </MayLinkButton>
  )
  const logs = (type: 'deployment-logs' | 'instance-logs', label: string) =>
    !isVisitor && (
      <LinkButton size="small" icon={<ScrollText />} to={`${base}/logs/${type}`}>
        {label}
      </LinkButton>
    )
  if (instance.state === 'Failed-start')
    return (
      <Banner
        tone="bad"
        title="This instance failed to start"
        actions={
          <>
            {logs('deployment-logs', 'View deployment logs')}
            {again}
          </>
        }
      >
        {instance.error?.message ?? (isVisitor ? null : 'See the deployment logs for the reason.')}
      </Banner>
    )
  if (instance.state === 'Closed')
    return (
      <Banner
        {...(isStopped ? { tone: 'bad', title: 'This instance was stopped' } : { title: 'This instance is closed' })}
        actions={!isOutOfFunds && again}
      >
        {instance.error?.message ?? closedMessage(instance, isVisitor)}
      </Banner>
    )
  if (!instance.error) return null
  return (
    <Banner tone="warn" title="This instance had a problem" actions={logs('instance-logs', 'View instance logs')}>
      {instance.error.message} <RelativeTime at={instance.error.at} />
    </Banner>
  )
}
