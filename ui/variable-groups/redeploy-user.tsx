import { useEffect, useRef } from 'react'
import type { InstanceId } from '../../src/contract/wire/common.ts'
import { failureMessage } from '../../src/core/failure.ts'
import { useBlocked } from '../hooks/use-membership.ts'
import { useMutation } from '../hooks/use-mutation.ts'
import { Button } from '../parts/actions/button.tsx'
import { Text } from '../parts/text/text.tsx'

type RedeployUserProps = {
  id: InstanceId
  name: string
  /** Whether all instances are being redeployed. */
  isStarted: boolean
}

export const RedeployUser = ({ id, name, isStarted }: RedeployUserProps) => {
  const blocked = useBlocked('instances.write')
  const { mutate, isRunning, response, failure } = useMutation('redeployInstance')
  const wasStarted = useRef(false)
  const redeploy = () => mutate({ id })

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the button for all starts it
  useEffect(() => {
    if (!isStarted || wasStarted.current) return
    wasStarted.current = true
    redeploy()
  }, [isStarted])

  if (response)
    return (
      <Text as="span" size="sm" tone="good">
        Redeploying
      </Text>
    )
  return (
    <>
      {failure && (
        <Text as="span" size="sm" tone="bad">
          {failureMessage(failure)}
        </Text>
      )}
      {blocked === undefined && (
        <Button size="small" busy={isRunning} aria-label={`Redeploy ${name}`} onClick={redeploy}>
          {failure ? 'Retry' : 'Redeploy'}
        </Button>
      )}
    </>
  )
}
