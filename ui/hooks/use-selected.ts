import { useObservableEagerState } from 'observable-hooks'
import { useEffect, useMemo, useRef } from 'react'
import { distinctUntilChanged, map } from 'rxjs'
import type { StartState, State } from '../../src/state.ts'
import { useConsole } from './use-console.tsx'

/** Returns a selector's result. A selector that closes over arguments passes them as `keys`. */
export const useSelected = <T>(selectAny: (state: State) => T, keys: readonly unknown[] = []): T => {
  const { bus } = useConsole()
  // The router opens a page that selects from the console's slices only after they have joined the bus.
  const select = selectAny as (state: StartState) => T
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new selector with the same keys returns the same
  const source = useMemo(
    () => ({ selected$: bus.state$.pipe(map(select), distinctUntilChanged()), atStart: select(bus.read()) }),
    [bus, ...keys],
  )
  const selected = useObservableEagerState(source.selected$)
  // In the one render in which the keys change, `selected` still belongs to the old keys.
  const drawn = useRef(source)
  useEffect(() => {
    drawn.current = source
  }, [source])
  return drawn.current === source ? selected : source.atStart
}
