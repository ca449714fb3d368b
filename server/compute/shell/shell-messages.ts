import { AWAY_MS, IDLE_MS, type ShellEndReason } from '../../../src/contract/shell/shell.ts'

const MINUTE_MS = 60_000

/** Why a session ended, for its user. */
export const endMessages: Record<ShellEndReason, string> = {
  exited: 'The shell has ended.',
  closed: 'The session was closed.',
  idle: `Nothing was typed for ${IDLE_MS / MINUTE_MS} minutes, so the session has ended.`,
  away: `The connection was lost for more than ${AWAY_MS / 1000} seconds, so the session has ended.`,
  workloadEnded: 'The replica was stopped, restarted or replaced, and the session ended with it.',
  accessLost: 'You no longer have access, so the session has ended.',
  serverStopped: 'The control plane is restarting, so the session has ended. Open a new one in a moment.',
  lost: 'The connection to the container was lost, so the session has ended.',
}
