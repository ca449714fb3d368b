import { distinctUntilChanged, map, type Observable, skipWhile, take } from 'rxjs'
import { selectStepUps } from '../../src/factors/passkeys.ts'
import { selectModals } from '../../src/modals/modals.ts'
import type { StartState } from '../../src/state.ts'

/** Whether the user has confirmed that it is them, once the dialog that asks for it is gone, however it went. */
export const stepUpOutcome = (before: StartState, state$: Observable<StartState>): Observable<boolean> =>
  state$.pipe(
    map((state) => ({
      isOpen: selectModals(state).some(({ kind }) => kind === 'stepUp'),
      isDone: selectStepUps(state) > selectStepUps(before),
    })),
    distinctUntilChanged((a, b) => a.isOpen === b.isOpen && a.isDone === b.isDone),
    // The dialog opens with the message that was sent just now.
    skipWhile(({ isOpen }) => !isOpen),
    skipWhile(({ isOpen }) => isOpen),
    map(({ isDone }) => isDone),
    take(1),
  )
