import { useObservableEagerState } from 'observable-hooks'
import type { RemoteTerminal } from '../../src/terminals/terminal-client.ts'
import { Button } from '../parts/actions/button.tsx'
import { Banner } from '../parts/state/banner.tsx'
import { secondsText } from '../parts/text/time-text.ts'
import { MayButton } from '../shell/permissions/may-button.tsx'

type SessionNoticeProps = {
  remote: Pick<RemoteTerminal, 'state$' | 'keepOpen'>
  /** Opens another session in place of one that has ended. */
  onReopen: () => void
  onClose: () => void
}

/** Says that a session connects, waits, ends soon, or has ended. */
export const SessionNotice = ({ remote, onReopen, onClose }: SessionNoticeProps) => {
  const state = useObservableEagerState(remote.state$)
  switch (state.kind) {
    case 'connecting':
      return <Banner title="Connecting to the container" />
    case 'reconnecting':
      return (
        <Banner tone="warn" title="Connection lost, reconnecting">
          The session goes on until {secondsText(state.untilMs)}, and nothing that it prints is lost.
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
          Nothing was typed for a while. It ends at {secondsText(state.idleEndsAtMs)}.
        </Banner>
      )
    case 'ended':
      return (
        <Banner
          tone={state.reason === 'exited' || state.reason === 'closed' ? 'info' : 'bad'}
          title="Session ended"
          actions={
            <>
              <MayButton may="instances.execute" size="small" onClick={onReopen}>
                Open a new one
              </MayButton>
              <Button size="small" onClick={onClose}>
                Close
              </Button>
            </>
          }
        >
          {state.message}
        </Banner>
      )
  }
}
