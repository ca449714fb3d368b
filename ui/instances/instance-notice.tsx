import { RotateCw, ScrollText } from 'lucide-react'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { moveOf } from '../../src/instances/instances.ts'
import { MayLinkButton } from '../app/permissions/may-link-button.tsx'
import { LinkButton } from '../parts/actions/link-button.tsx'
import { Banner } from '../parts/state/banner.tsx'
import { RelativeTime } from '../parts/text/relative-time.tsx'
import { useIsVisitor } from '../projects/use-organization.ts'
import { InstanceMove } from './instance-move.tsx'
import { redeployAddress } from './redeploy-address.ts'

const CLOSED_WORDS = 'It costs nothing. Its settings and its logs stay until it is deleted.'

type InstanceNoticeProps = { instance: Instance; organization: string }

/** What a person has to know before anything else: where a move has got to, or what went wrong and what to do. */
export const InstanceNotice = ({ instance, organization }: InstanceNoticeProps) => {
  const isVisitor = useIsVisitor()
  const move = moveOf(instance)
  if (move) return <InstanceMove instance={instance} move={move} />
  const isStopped = instance.fault?.code === 'diskLimit'
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
            {logs('deployment-logs', 'Read deployment logs')}
            {again}
          </>
        }
      >
        {instance.fault?.message ?? (isVisitor ? null : 'Its deployment logs say why.')}
      </Banner>
    )
  if (instance.state === 'Closed')
    return (
      <Banner
        {...(isStopped ? { tone: 'bad', title: 'This instance was stopped' } : { title: 'This instance is closed' })}
        actions={again}
      >
        {instance.fault?.message ?? (isVisitor ? 'It does not run.' : CLOSED_WORDS)}
      </Banner>
    )
  if (!instance.fault) return null
  return (
    <Banner tone="warn" title="It had trouble" actions={logs('instance-logs', 'Read instance logs')}>
      {instance.fault.message} <RelativeTime at={instance.fault.at} />
    </Banner>
  )
}
