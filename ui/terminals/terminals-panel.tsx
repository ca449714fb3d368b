import { SquareTerminal } from 'lucide-react'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { failureMessage } from '../../src/core/failure.ts'
import type { OpenTerminal } from '../../src/terminals/open-terminals.ts'
import { useUrlQuery } from '../hooks/use-url-query.ts'
import { Row } from '../parts/layout/row.tsx'
import { Stack } from '../parts/layout/stack.tsx'
import { LinkTabs } from '../parts/navigation/link-tabs.tsx'
import { Banner } from '../parts/state/banner.tsx'
import { EmptyState } from '../parts/waiting/empty-state.tsx'
import { MayButton } from '../shell/permissions/may-button.tsx'
import { TerminalPane } from './screen/terminal-pane.tsx'
import { type Place, useOpenSession } from './use-open-session.ts'
import { useTerminals } from './use-terminals.ts'

export interface SessionsProps {
  instance: Instance
  place: Place | undefined
  open: readonly OpenTerminal[]
}

/** The shells of an instance, one of them shown. */
export const TerminalsPanel = ({ instance, place, open }: SessionsProps) => {
  const terminals = useTerminals()
  const { query, choose, to } = useUrlQuery()
  const { open: openShell, isRunning, failure } = useOpenSession(instance, 'terminal')
  const shown = open.find(({ id }) => id === query.get('session')) ?? open.at(-1)

  const close = (id: string) => {
    terminals.close(id)
    choose({ session: '' })
  }
  return (
    <Stack gap={3}>
      <Row wrap>
        <MayButton
          may="instances.execute"
          variant={shown ? 'secondary' : 'primary'}
          icon={<SquareTerminal />}
          busy={isRunning}
          disabled={instance.desiredState !== 'active'}
          onClick={() => openShell(place)}
        >
          {shown ? 'Open another shell' : 'Open shell'}
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
        <TerminalPane
          key={shown.id}
          terminal={shown}
          onReopen={() => openShell(shown)}
          onClose={() => close(shown.id)}
        />
      ) : (
        <EmptyState
          title="No shell is open"
          text="A shell runs in the container, with its files, network and variables. Each session is in the audit log: who, when, where and how long."
        />
      )}
    </Stack>
  )
}

const labelOf = ({ service, replica }: OpenTerminal, at: number): string => `${at + 1}: ${service} ${replica + 1}`
