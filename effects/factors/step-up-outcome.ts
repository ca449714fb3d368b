import { distinctUntilChanged, map, type Observable, skipWhile, take } from 'rxjs'
import { selectStepUps } from '../../src/factors/passkeys.ts'
import { selectModals } from '../../src/modals/modals.ts'
import type { StartState } from '../../src/state.ts'

/** Emits once the step-up dialog has closed: whether the user confirmed. */
export const stepUpOutcome = (before: StartState, state$: Observable<StartState>): Observable<boolean> =>
  state$.pipe(
    map((state) => ({
      isOpen: selectModals(state).some(({ kind }) => kind === 'stepUp'),
      isDone: selectStepUps(state) > selectStepUps(before),
    })),
    distinctUntilChanged((a, b) => a.isOpen === b.isOpen && a.isDone === b.isDone),
    // The dialog opens with the message that was just sent.
    skipWhile(({ isOpen }) => !isOpen),
    skipWhile(({ isOpen }) => isOpen),
    map(({ isDone }) => isDone),
    take(1),
  )
