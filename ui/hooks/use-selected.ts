import { useObservableEagerState } from 'observable-hooks'
import { useEffect, useMemo, useRef } from 'react'
import { distinctUntilChanged, map } from 'rxjs'
import type { State } from '../../src/state.ts'
import { useConsole } from './use-console.tsx'

/** A part of the state, and each change of it. A selector made of arguments names them as `keys`. */
export const useSelected = <T>(select: (state: State) => T, keys: readonly unknown[] = []): T => {
  const { bus } = useConsole()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a selector made anew is the same one as long as its keys are
  const source = useMemo(
    () => ({ selected$: bus.state$.pipe(map(select), distinctUntilChanged()), atStart: select(bus.read()) }),
    [bus, ...keys],
  )
  const selected = useObservableEagerState(source.selected$)
  // For the one drawing in which the keys change, what was selected still belongs to the keys before.
  const drawn = useRef(source)
  useEffect(() => {
    drawn.current = source
  }, [source])
  return drawn.current === source ? selected : source.atStart
}
