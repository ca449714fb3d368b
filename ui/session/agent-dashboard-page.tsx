import { useEffect } from 'react'
import { failureWords } from '../../src/core/failure.ts'
import { useRead } from '../app/use-read.ts'
import { useSend } from '../app/use-send.ts'
import { useTitle } from '../app/use-title.ts'
import { FailedState } from '../parts/waiting/failed-state.tsx'
import { FullScreenWait } from './full-screen-wait.tsx'

/** On the way to the agent product. */
export const AgentDashboardPage = () => {
  const send = useSend()
  const { data, retry } = useRead('readConfig', {})
  useTitle('Loading')
  const isLost = data.kind === 'failed'
  useEffect(() => {
    if (!isLost) send({ type: 'ui/agentDashboardOpened' })
  }, [isLost, send])
  if (data.kind !== 'failed') return <FullScreenWait />
  return (
    <main>
      <FailedState headingLevel={1} title="The way on is not known" text={failureWords(data.failure)} onRetry={retry} />
    </main>
  )
}
