import type { ShellKind } from '../../../src/contract/calls/containers/shell-calls.ts'
import type { ShellEndReason } from '../../../src/contract/shell/shell.ts'
import { formatDuration } from '../../../src/rules/units/durations.ts'

/** What happened in a container. It has no field for a command or its output, which more members could read here. */
export type ContainerUse =
  | { kind: 'commandEnded'; durationMs: number; exitCode: number; hasTimedOut: boolean; bytes: number; isCut: boolean }
  | { kind: 'commandLost'; durationMs: number; reason: 'callerLeft' | 'serverStopped' | 'noResult' }
  | { kind: 'sessionStarted'; session: ShellKind }
  | {
      kind: 'sessionEnded'
      session: ShellKind
      durationMs: number
      reason: ShellEndReason
      exitCode?: number | undefined
      /** Undefined where the control plane that counted them was killed. */
      bytes?: number | undefined
    }

export interface ContainerUser {
  /** Null when the account is gone. */
  name: string | null
  apiKeyName: string | null
  service: string
  /** From 0. */
  replica: number
}

const lostReasons = {
  callerLeft: 'ended early, because its caller left',
  serverStopped: 'ended early, because the control plane stopped',
  noResult: 'without a result from the container engine',
}

const endReasons: Record<ShellEndReason, string> = {
  exited: 'exited',
  closed: 'closed by its user',
  idle: 'idle for too long',
  away: 'its connection stayed lost',
  workloadEnded: 'the replica was stopped, restarted or replaced',
  accessLost: 'its user lost access',
  serverStopped: 'the control plane stopped',
  lost: 'the connection to the container was lost',
}

/** Returns the line of the log of shell commands about one use of a container. */
export function shellCommandLine({ name, apiKeyName, service, replica }: ContainerUser, use: ContainerUse): string {
  const user = `${name ?? 'A former member'}${apiKeyName === null ? '' : ` (API token “${apiKeyName}”)`}`
  const place = `replica ${replica + 1} of ${service}`
  switch (use.kind) {
    case 'commandEnded': {
      const result = use.hasTimedOut
        ? `killed at the time limit, exit code ${use.exitCode}`
        : `exit code ${use.exitCode}`
      const output = use.isCut ? 'more than 1 MiB' : bytesText(use.bytes)
      return `${user} ran a command in ${place}: ${result}, after ${durationText(use.durationMs)}, ${output} of output`
    }
    case 'commandLost':
      return `${user} sent a command to ${place}: ${lostReasons[use.reason]}, after ${durationText(use.durationMs)}`
    case 'sessionStarted':
      return use.session === 'terminal' ? `${user} opened a shell in ${place}` : `${user} opened the files of ${place}`
    case 'sessionEnded': {
      const reason = use.exitCode === undefined ? endReasons[use.reason] : `exit code ${use.exitCode}`
      const what = use.session === 'terminal' ? `The shell of ${user} in` : `The file session of ${user} in`
      const unit = use.session === 'terminal' ? 'of output' : 'downloaded'
      const output = use.bytes === undefined ? '' : `, ${bytesText(use.bytes)} ${unit}`
      return `${what} ${place} has ended: ${reason}, after ${durationText(use.durationMs)}${output}`
    }
  }
}

const bytesText = (bytes: number): string => (bytes === 1 ? '1 byte' : `${bytes.toLocaleString('en-GB')} bytes`)

const durationText = (ms: number): string =>
  ms < 60_000 ? `${(ms / 1000).toFixed(1)}s` : formatDuration(Math.round(ms / 1000) * 1000)
