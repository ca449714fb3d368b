import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { failureMessage } from '../../../src/core/failure.ts'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { agentHome, agentTarget, CHOOSER } from '../../../src/rules/after-login.ts'
import { useSend } from '../../hooks/use-console.tsx'
import { useQuery } from '../../hooks/use-query.ts'
import { useTitle } from '../../hooks/use-title.ts'
import { LinkButton } from '../../parts/actions/link-button.tsx'
import { EmptyState } from '../../parts/waiting/empty-state.tsx'
import { FailedState } from '../../parts/waiting/failed-state.tsx'
import { FullScreenWait } from './full-screen-wait.tsx'

/** Redirects to the agent product, if it is installed. */
export const AgentDashboardPage = () => {
  const send = useSend()
  const [query] = useSearchParams()
  const { data, retry } = useQuery('readConfig', {})
  const known = lastLoaded(data)?.value
  const isMissing = known && (agentTarget(query.get('redirectUrl'), known) ?? agentHome(known)) === null
  useTitle(isMissing ? `${known.agent.name} is not installed` : 'Loading')
  const isFailed = data.kind === 'failed'
  useEffect(() => {
    if (!isFailed) send({ type: 'ui/agentDashboardOpened' })
  }, [isFailed, send])
  if (isMissing)
    return (
      <main>
        <EmptyState
          size="page"
          headingLevel={1}
          title={`${known.agent.name} is not installed here`}
          text="This installation has no address for it."
          actions={
            <LinkButton variant="primary" to={CHOOSER}>
              Choose another app
            </LinkButton>
          }
        />
      </main>
    )
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
