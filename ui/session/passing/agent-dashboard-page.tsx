import { useEffect } from 'react'
import { failureMessage } from '../../../src/core/failure.ts'
import { useSend } from '../../hooks/use-console.tsx'
import { useQuery } from '../../hooks/use-query.ts'
import { useTitle } from '../../hooks/use-title.ts'
import { FailedState } from '../../parts/waiting/failed-state.tsx'
import { FullScreenWait } from './full-screen-wait.tsx'

/** Redirects to the agent product. */
export const AgentDashboardPage = () => {
  const send = useSend()
  const { data, retry } = useQuery('readConfig', {})
  useTitle('Loading')
  const isFailed = data.kind === 'failed'
  useEffect(() => {
    if (!isFailed) send({ type: 'ui/agentDashboardOpened' })
  }, [isFailed, send])
  if (data.kind !== 'failed') return <FullScreenWait />
  return (
    <main>
      <FailedState
        headingLevel={1}
        title="The app could not be opened"
        text={failureMessage(data.failure)}
        onRetry={retry}
      />
    </main>
  )
}
