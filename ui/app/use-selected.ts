import { useObservableEagerState } from 'observable-hooks'
import { useMemo } from 'react'
import { distinctUntilChanged, map } from 'rxjs'
import type { State } from '../../src/state.ts'
import { useConsole } from './console-context.tsx'

/** A part of the state, and each change of it. A selector made of arguments names them as `keys`. */
export const useSelected = <T>(select: (state: State) => T, keys: readonly unknown[] = []): T => {
  const { bus } = useConsole()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a selector made anew is the same one as long as its keys are
  const selected$ = useMemo(() => bus.state$.pipe(map(select), distinctUntilChanged()), [bus, ...keys])
  return useObservableEagerState(selected$)
}
