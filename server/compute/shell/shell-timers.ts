import { AWAY_MS, IDLE_MS, IDLE_WARNING_MS } from '../../../src/contract/shell/shell.ts'

export interface ShellTimes {
  awayMs: number
  idleMs: number
  idleWarningMs: number
  /** The interval at which this node renews its sessions and looks for lost ones. */
  renewMs: number
  /** The longest that the end of a lost session, or of all sessions at shutdown, is waited for. */
  endMs: number
}

export const defaultShellTimes: ShellTimes = {
  awayMs: AWAY_MS,
  idleMs: IDLE_MS,
  idleWarningMs: IDLE_WARNING_MS,
  renewMs: 10_000,
  endMs: 15_000,
}

export interface ShellTimers {
  /** The user has typed something. */
  used(): void
  away(): void
  back(): void
  stop(): void
}

interface Listener {
  /** With null, the user is back before the end. */
  onIdle(endsInMs: number | null): void
  onOver(reason: 'idle' | 'away'): void
}

/** Ends a session that nobody uses, and one whose browser does not come back. */
export function shellTimers(
  times: Pick<ShellTimes, 'awayMs' | 'idleMs' | 'idleWarningMs'>,
  { onIdle, onOver }: Listener,
): ShellTimers {
  let idle: NodeJS.Timeout | undefined
  let gone: NodeJS.Timeout | undefined
  let isWarned = false

  const warn = () => {
    isWarned = true
    onIdle(times.idleWarningMs)
    idle = setTimeout(() => onOver('idle'), times.idleWarningMs)
  }
  const used = () => {
    clearTimeout(idle)
    idle = setTimeout(warn, times.idleMs - times.idleWarningMs)
    if (isWarned) onIdle(null)
    isWarned = false
  }
  used()
  return {
    used,
    away: () => {
      clearTimeout(gone)
      gone = setTimeout(() => onOver('away'), times.awayMs)
    },
    back: () => clearTimeout(gone),
    stop: () => {
      clearTimeout(idle)
      clearTimeout(gone)
    },
  }
}
