import { RotateCw, ScrollText } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Instance } from '../../../src/contract/wire/compute.ts'
import { isWithoutProvider, transitionOf } from '../../../src/instances/instances.ts'
import { asleepServices } from '../../../src/instances/services/asleep-services.ts'
import { PayLink } from '../../billing/pay-link.tsx'
import { useIsVisitor } from '../../hooks/use-organization.ts'
import { LinkButton } from '../../parts/actions/link-button.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { Banner } from '../../parts/state/banner.tsx'
import { RelativeTime } from '../../parts/text/relative-time.tsx'
import { MayLinkButton } from '../../shell/permissions/may-link-button.tsx'
import { AsleepNotice } from '../scaling/asleep-notice.tsx'
import { FailureLines } from '../timeline/failure-lines.tsx'
import { ClosedNote } from './closed-note.tsx'
import { InstanceTransition } from './instance-transition.tsx'
import { redeployAddress } from './redeploy-address.ts'

const closedMessage = (instance: Instance, isVisitor: boolean): ReactNode => {
  if (instance.finishedAt) return 'The program exited successfully.'
  return isVisitor ? 'It is not running.' : <ClosedNote instance={instance} />
}

type InstanceNoticeProps = { instance: Instance; organization: string }

/** The most important notice about an instance: its progress, or an error and its remedy. */
export const InstanceNotice = (props: InstanceNoticeProps) => {
  const { instance } = props
  const transition = transitionOf(instance)
  if (!transition) return <SettledNotice {...props} />
  return (
    <Stack gap={4}>
      <InstanceTransition instance={instance} transition={transition} />
      {transition === 'starting' && <Problem {...props} />}
    </Stack>
  )
}

const SettledNotice = ({ instance, organization }: InstanceNoticeProps) => {
  const isVisitor = useIsVisitor()
  if (isWithoutProvider(instance))
    return (
      <Banner tone="warn" title="The engine of this instance is gone">
        {instance.error?.message}
      </Banner>
    )
  const isOutOfFunds = instance.error?.code === 'fundsStopped'
  const isStopped = instance.error?.code === 'diskLimit' || isOutOfFunds
  const again = !isVisitor && (
    <MayLinkButton may="instances.write" size="small" icon={<RotateCw />} to={redeployAddress(organization, instance)}>
      Deploy again
    </MayLinkButton>
  )
  if (instance.state === 'Failed-start')
    return (
      <Banner
        tone="bad"
        title="This instance failed to start"
        actions={
          <>
            <LogsButton instance={instance} organization={organization} log="deployment" />
            {again}
          </>
        }
      >
        {instance.error?.message ?? (isVisitor ? null : 'See the deployment logs for the reason.')}
        <FailureLines instance={instance} />
      </Banner>
    )
  if (instance.state === 'Closed')
    return (
      <Banner
        {...(isStopped ? { tone: 'bad', title: 'This instance was stopped' } : { title: 'This instance is closed' })}
        actions={isOutOfFunds ? <PayLink username={organization} /> : again}
      >
        {instance.error?.message ?? closedMessage(instance, isVisitor)}
      </Banner>
    )
  const problem = <Problem instance={instance} organization={organization} />
  if (asleepServices(instance).length === 0) return problem
  return (
    <Stack gap={4}>
      <AsleepNotice instance={instance} />
      {problem}
    </Stack>
  )
}

/** Why a replica of an instance that runs or starts does not serve. */
const Problem = ({ instance, organization }: InstanceNoticeProps) =>
  instance.error && (
    <Banner
      tone="warn"
      title={instance.error.code === 'crashLoop' ? 'Crash loop' : 'This instance had a problem'}
      actions={<LogsButton instance={instance} organization={organization} log="instance" />}
    >
      {instance.error.message} <RelativeTime at={instance.error.at} />
      <FailureLines instance={instance} />
    </Banner>
  )

const LogsButton = ({ instance, organization, log }: InstanceNoticeProps & { log: 'deployment' | 'instance' }) =>
  !useIsVisitor() && (
    <LinkButton
      size="small"
      icon={<ScrollText />}
      to={`/${organization}/${instance.computeProject}/${instance._id}/logs/${log}-logs`}
    >
      View {log} logs
    </LinkButton>
  )
