import { RotateCw, ScrollText } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { moveOf } from '../../src/instances/instances.ts'
import { LinkButton } from '../parts/actions/link-button.tsx'
import { Banner } from '../parts/state/banner.tsx'
import { RelativeTime } from '../parts/text/relative-time.tsx'
import { InstanceMove } from './instance-move.tsx'
import { redeployAddress } from './redeploy-address.ts'

type InstanceNoticeProps = { instance: Instance; organization: string }

/** What a person has to know before anything else: where a move has got to, or what went wrong and what to do. */
export const InstanceNotice = ({ instance, organization }: InstanceNoticeProps) => {
  const move = moveOf(instance)
  const base = `/${organization}/${instance.computeProject}/${instance._id}`
  if (move) return <InstanceMove instance={instance} move={move} />
  if (instance.state === 'Failed-start')
    return (
      <Banner
        tone="bad"
        title="This instance failed to start"
        actions={
          <>
            <LinkButton size="small" icon={<ScrollText />} to={`${base}/logs/deployment-logs`}>
              Deployment logs
            </LinkButton>
            <LinkButton size="small" icon={<RotateCw />} to={redeployAddress(organization, instance)}>
              Deploy again
            </LinkButton>
          </>
        }
      >
        {instance.fault?.message ?? 'Its deployment logs say why.'}
      </Banner>
    )
  if (!instance.fault) return null
  return (
    <Banner tone="warn" title={instance.state === 'Closed' ? 'It ended by itself' : 'It had trouble'}>
      {instance.fault.message} <RelativeTime at={instance.fault.at} />.{' '}
      <Link to={`${base}/logs/instance-logs`}>See its logs</Link>
    </Banner>
  )
}
