import { exitMessage, withoutExitCode } from '../../../../engines/exit-message.ts'
import { type Clock, failWith, starting, type Transition, teardownAs } from './next-steps.ts'
import type { Exited, ReplicaRules, ReplicaState } from './replica-event.ts'
import { hasRun, isSuccess, RESTARTS, restartAttempt } from './restart-rules.ts'

export function afterExit(row: ReplicaState, rules: ReplicaRules, exit: Exited, clock: Clock): Transition {
  const { exitCode, outOfMemory } = exit
  const message = exit.message ?? exitMessage(exitCode, outOfMemory)
  if (isSuccess(rules, exitCode) && !outOfMemory) return teardownAs({ kind: 'finished', message }, 0)
  const code = outOfMemory ? 'outOfMemory' : 'exited'
  if (!hasRun(row)) return failWith({ code, message: `${message} It was not ready yet.` })
  if (rules.restartPolicy === 'never') return failWith({ code, message })
  const attempts = restartAttempt(row, rules, clock)
  const advice = withoutExitCode(message, exitCode)
  if (attempts === undefined) {
    const gaveUp = `${crashLoop(RESTARTS + 1, exitCode)} The program is not restarted again. ${advice}`
    return failWith({ code: outOfMemory ? 'outOfMemory' : 'crashLoop', message: gaveUp })
  }
  const pauseMs = clock.limits.firstRestartMs * 2 ** (attempts - 1)
  const dueAt = new Date(clock.nowMs + pauseMs)
  const pause = `${Number((pauseMs / 1000).toFixed(1))} s`
  const restarting = `Restarting in ${pause} (${attempts} of ${RESTARTS})`
  // It stays on screen, so it must be true until the end of the pause.
  const waiting = `Restarts ${pause} after it exited (${attempts} of ${RESTARTS})`
  const at = new Date(clock.nowMs).toISOString()
  const error =
    attempts === 1
      ? { code, message, at }
      : { code: outOfMemory ? code : 'crashLoop', message: `${crashLoop(attempts, exitCode)} ${advice}`, at }
  return {
    set: { ...starting(waiting, dueAt.getTime(), clock), error, attempts, dueAt },
    logs: [message, restarting],
    events: [`Exited with code ${exitCode}${outOfMemory ? ' (out of memory)' : ''}. ${restarting}`],
    next: { kind: 'rest', requeueAt: dueAt },
  }
}

const crashLoop = (exits: number, exitCode: number): string =>
  `Crash loop: ${exits} exits in a row, the last with code ${exitCode}.`

/** A program that is not healthy gets no requests from now on, and is replaced by a new run without a pause. */
export function afterUnhealthy(
  row: ReplicaState,
  rules: ReplicaRules,
  { code, message }: { code: string; message: string },
  clock: Clock,
): Transition {
  if (!hasRun(row) || rules.restartPolicy === 'never') return failWith({ code, message })
  const attempts = restartAttempt(row, rules, clock)
  if (attempts === undefined) {
    const gaveUp = `The program was restarted ${RESTARTS} times in a row and is not restarted again. ${message}`
    return failWith({ code, message: gaveUp })
  }
  const restarting = `Restarting the program (${attempts} of ${RESTARTS})`
  const error = { code, message, at: new Date(clock.nowMs).toISOString() }
  return {
    set: { ...starting(restarting, clock.nowMs, clock), error, attempts, dueAt: null },
    logs: [message, restarting],
    events: [`${message} ${restarting}`],
    next: { kind: 'restart' },
  }
}
