import { Sunrise } from 'lucide-react'
import type { Instance } from '../../../src/contract/wire/compute.ts'
import { failureMessage } from '../../../src/core/failure.ts'
import { asleepServices, isAsleep } from '../../../src/instances/services/asleep-services.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useIsVisitor } from '../../hooks/use-organization.ts'
import { Banner } from '../../parts/state/banner.tsx'
import { Text } from '../../parts/text/text.tsx'
import { MayButton } from '../../shell/permissions/may-button.tsx'

/** Lists the services that are scaled to zero, with a button that starts them. */
export const AsleepNotice = ({ instance }: { instance: Instance }) => {
  const isVisitor = useIsVisitor()
  const { mutate, isRunning, failure } = useMutation('wakeInstance')
  const asleep = asleepServices(instance)
  const isWhole = isAsleep(instance)
  return (
    <Banner
      title={isWhole ? 'Asleep' : `Asleep: ${asleep.join(', ')}`}
      actions={
        !isVisitor && (
          <MayButton
            may="instances.write"
            size="small"
            icon={<Sunrise />}
            busy={isRunning}
            onClick={() => mutate({ id: instance._id })}
          >
            Wake now
          </MayButton>
        )
      }
    >
      Scaled to zero: {isWhole ? 'no replica runs, because there were no requests.' : 'no replica of it runs.'} The next
      request to a public port starts one and waits for it.
      {failure && failure.kind !== 'cancelled' && (
        <Text as="div" size="sm" tone="bad">
          It was not woken. {failureMessage(failure)}
        </Text>
      )}
    </Banner>
  )
}
