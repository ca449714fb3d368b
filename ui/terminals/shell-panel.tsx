import { SquareTerminal } from 'lucide-react'
import { useObservableEagerState } from 'observable-hooks'
import { useEffect } from 'react'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { failureMessage } from '../../src/core/failure.ts'
import { replicaLogs } from '../../src/instances/replica-logs.ts'
import type { OpenTerminal } from '../../src/terminals/open-terminals.ts'
import { useMutation } from '../hooks/use-mutation.ts'
import { useUrlQuery } from '../hooks/use-url-query.ts'
import { ReplicaSelect } from '../instances/logs/replica-select.tsx'
import { Row } from '../parts/layout/row.tsx'
import { Stack } from '../parts/layout/stack.tsx'
import { LinkTabs } from '../parts/navigation/link-tabs.tsx'
import { Banner } from '../parts/state/banner.tsx'
import { EmptyState } from '../parts/waiting/empty-state.tsx'
import { MayButton } from '../shell/permissions/may-button.tsx'
import { TerminalPane } from './terminal-pane.tsx'
import { useTerminals } from './use-terminals.ts'

/** The sessions of an instance, one shown, and the choice of where the next one opens. */
export const ShellPanel = ({ instance }: { instance: Instance }) => {
  const terminals = useTerminals()
  const { query, choose, to } = useUrlQuery()
  const { mutate, response, isRunning, failure } = useMutation('openShell')
  const open = useObservableEagerState(terminals.list$).filter(({ instanceId }) => instanceId === instance._id)
  const serving = instance.deployments.find(({ _id }) => _id === instance.activeDeployment) ?? instance.deployments[0]
  const places = replicaLogs(serving?.services ?? [])
  const place =
    places.find(({ service, index }) => service === query.get('service') && String(index) === query.get('replica')) ??
    places[0]
  const shown = open.find(({ id }) => id === query.get('session')) ?? open.at(-1)
  const isActive = instance.desiredState === 'active'

  // biome-ignore lint/correctness/useExhaustiveDependencies: the response is of one press, and opens one session
  useEffect(() => {
    if (!response) return
    const { shellSessionId: id, service, replica } = response
    terminals.add({ id, instanceId: instance._id, service, replica })
    choose({ session: id })
  }, [response])

  const close = (id: string) => {
    terminals.close(id)
    choose({ session: '' })
  }
  return (
    <Stack gap={3}>
      <Row wrap>
        {places.length > 1 && (
          <ReplicaSelect
            logs={places}
            value={place?.name ?? ''}
            onChange={(name) => {
              const chosen = places.find((one) => one.name === name)
              choose({ service: chosen?.service ?? '', replica: String(chosen?.index ?? '') })
            }}
          />
        )}
        <MayButton
          may="instances.execute"
          variant="primary"
          icon={<SquareTerminal />}
          busy={isRunning}
          disabled={!isActive}
          onClick={() =>
            mutate({
              id: instance._id,
              kind: 'terminal',
              ...(place && { serviceName: place.service, replica: place.index }),
            })
          }
        >
          Open shell
        </MayButton>
        {open.length > 1 && shown && (
          <LinkTabs
            label="Sessions"
            look="segments"
            current={to({ session: shown.id })}
            tabs={open.map((one, at) => ({ to: to({ session: one.id }), label: labelOf(one, at) }))}
          />
        )}
      </Row>
      {failure && (
        <Banner tone="bad" title="The shell could not be opened">
          {failureMessage(failure)}
        </Banner>
      )}
      {shown ? (
        <TerminalPane key={shown.id} terminal={shown} onClose={() => close(shown.id)} />
      ) : (
        <EmptyState
          title={isActive ? 'No shell is open' : 'This instance is closed'}
          text={
            isActive
              ? 'A shell runs in the container, with its files, network and variables. Each session is in the audit log: who, when, where and how long.'
              : 'Open the instance again to use a shell in its containers.'
          }
        />
      )}
    </Stack>
  )
}

const labelOf = ({ service, replica }: OpenTerminal, at: number): string => `${at + 1}: ${service} ${replica + 1}`
