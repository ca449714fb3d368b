import { useCallback, useMemo, useState } from 'react'
import type { InputOf } from '../../../src/contract/contract.ts'
import type { Instance, InstanceState } from '../../../src/contract/wire/compute.ts'
import { currentRows } from '../../../src/core/entities.ts'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { selectInstances } from '../../../src/instances/instances.ts'
import { shownWindows } from '../../../src/instances/shown-windows.ts'
import { useLastValue } from '../../hooks/use-last-value.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { useSelected } from '../../hooks/use-selected.ts'

/** Rows in a window: more than a screen shows, so that at most three windows are needed at once. */
const WINDOW = 100

type ListName = 'readInstances' | 'readClusterInstances'
type ListInput<N extends ListName> = Omit<InputOf<N>, 'skip' | 'limit'>

/** Loads a list of instances in windows around the visible rows. */
export const useInstanceWindows = <N extends ListName>(name: N, input: ListInput<N> | null) => {
  const [range, setRange] = useState({ first: 0, last: 0 })
  const known = useSelected(selectInstances)
  const start = Math.floor(range.first / WINDOW)
  const end = Math.floor(range.last / WINDOW)
  // Both lists take the same fields beside their own.
  const inputAt = (window: number) =>
    input && window <= end ? ({ ...input, skip: window * WINDOW, limit: WINDOW } as unknown as InputOf<N>) : null
  // A screen higher than two windows shows the other rows when it is scrolled.
  const queries = [
    useQuery(name, inputAt(start)),
    useQuery(name, inputAt(start + 1)),
    useQuery(name, inputAt(start + 2)),
  ] as const
  const windows = queries.map(({ data }) => lastLoaded(data)?.value ?? null)
  const count = windows.find((window) => window !== null)?.totalCount
  // Keeps the last list while another filter loads.
  const state = (input?.state ?? '') as InstanceState | ''
  const [first, second, third] = windows
  // biome-ignore lint/correctness/useExhaustiveDependencies: the windows are these three
  const found = useMemo(
    () => (count === undefined ? null : { start, windows, state }),
    [start, first, second, third, state, count],
  )
  const shown = useLastValue(found)
  const list = useMemo(
    () =>
      shown &&
      shownWindows(
        shown.windows,
        { first: shown.start * WINDOW, size: WINDOW, state: shown.state },
        (row) => currentRows(known, [row])[0],
      ),
    [shown, known],
  )
  const failed = queries.find(({ data }) => data.kind === 'failed')
  return {
    /** Null until the first window is loaded. */
    count: list?.count ?? null,
    rowAt: (index: number): Instance | undefined => list?.rowAt(index),
    /** The rows of the windows around the visible ones. */
    loaded: shown?.windows.flatMap((window) => window?.instances ?? []) ?? [],
    onRange: useCallback((first: number, last: number) => setRange({ first, last }), []),
    /** The first failed query, or the first query if none failed. */
    data: (failed ?? queries[0]).data,
    retry: () => failed?.retry(),
  }
}

export type InstanceWindows = ReturnType<typeof useInstanceWindows>
