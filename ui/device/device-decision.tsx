import type { ResponseOf } from '../../src/contract/contract.ts'
import { failureMessage } from '../../src/core/failure.ts'
import { useMutation } from '../hooks/use-mutation.ts'
import { Button } from '../parts/actions/button.tsx'
import { DescriptionList } from '../parts/facts/description-list.tsx'
import { Banner } from '../parts/state/banner.tsx'
import { RelativeTime } from '../parts/text/relative-time.tsx'
import css from './device-decision.module.css'

type DeviceLogin = ResponseOf<'readDeviceLogin'>['deviceLogin']

const placeLabels: Record<DeviceLogin['place'], string> = {
  thisMachine: 'this machine',
  privateNetwork: 'a private network',
  internet: 'the internet',
  unknown: 'an unknown location',
}

/** Shows the command line that requests access, with Approve and Deny. */
export const DeviceDecision = ({ login }: { login: DeviceLogin }) => {
  const { mutate, state, isRunning, failure } = useMutation('decideDeviceLogin')
  const { userCode, device, address, place, createdAt } = login
  const decide = (approve: boolean) => mutate({ userCode, approve })
  if (state?.kind === 'succeeded')
    return (
      <Banner tone="info" title="Response sent">
        Go back to your terminal. It continues within a few seconds.
      </Banner>
    )
  return (
    <>
      <p className={css.code}>{userCode}</p>
      <DescriptionList
        facts={[
          { term: 'Device', value: device },
          { term: 'Address', value: `${address}, from ${placeLabels[place]}` },
          { term: 'Requested', value: <RelativeTime at={createdAt} /> },
        ]}
      />
      {failure && <Banner tone="bad">{failureMessage(failure)}</Banner>}
      <div className={css.actions}>
        <Button size="large" wide busy={isRunning} onClick={() => decide(false)}>
          Deny
        </Button>
        <Button variant="primary" size="large" wide busy={isRunning} onClick={() => decide(true)}>
          Approve
        </Button>
      </div>
    </>
  )
}
