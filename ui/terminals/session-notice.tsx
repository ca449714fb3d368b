import { useObservableEagerState } from 'observable-hooks'
import type { RemoteTerminal } from '../../src/terminals/terminal-client.ts'
import { Button } from '../parts/actions/button.tsx'
import { Banner } from '../parts/state/banner.tsx'
import { exactTimeText } from '../parts/text/time-text.ts'

type SessionNoticeProps = { remote: Pick<RemoteTerminal, 'state$' | 'keepOpen'>; onClose: () => void }

/** Says that a session connects, waits, ends soon, or has ended. */
export const SessionNotice = ({ remote, onClose }: SessionNoticeProps) => {
  const state = useObservableEagerState(remote.state$)
  switch (state.kind) {
    case 'connecting':
      return <Banner title="Connecting to the container" />
    case 'reconnecting':
      return (
        <Banner tone="warn" title="Connection lost, reconnecting">
          The session goes on until {exactTimeText(state.untilMs)}, and nothing that it prints is lost.
        </Banner>
      )
    case 'open':
      return state.idleEndsAtMs === null ? null : (
        <Banner
          tone="warn"
          title="This session ends soon"
          actions={
            <Button size="small" onClick={() => remote.keepOpen()}>
              Keep it open
            </Button>
          }
        >
          Nothing was typed for a while. It ends at {exactTimeText(state.idleEndsAtMs)}.
        </Banner>
      )
    case 'ended':
      return (
        <Banner
          tone={state.reason === 'exited' || state.reason === 'closed' ? 'info' : 'bad'}
          title="Session ended"
          actions={
            <Button size="small" onClick={onClose}>
              Close
            </Button>
          }
        >
          {state.message}
        </Banner>
      )
  }
}
