import type { Instance, InstanceState } from '../contract/wire/compute.ts'

interface ListWindow {
  instances: readonly Instance[]
  totalCount: number
}

interface ShownWindows {
  /** How many rows the whole list has. */
  count: number
  /** The row at an index of the whole list; undefined while it is not loaded. */
  rowAt(index: number): Instance | undefined
}

/**
 * Puts the loaded windows of a filtered list together, as their instances are now. An instance that was observed in
 * another state leaves the list at once, before the list is read again. `first` is the index of the first window's
 * first row; a window that is not loaded is null.
 */
export const shownWindows = (
  windows: readonly (ListWindow | null)[],
  { first, size, state }: { first: number; size: number; state: InstanceState | '' },
  current: (row: Instance) => Instance | undefined,
): ShownWindows => {
  const rows: (Instance | undefined)[] = []
  let removed = 0
  for (const page of windows) {
    for (let at = 0; at < (page ? page.instances.length : size); at += 1) {
      const listed = page?.instances[at]
      const now = listed && current(listed)
      const isGone = now !== undefined && state !== '' && now.state !== state
      if (isGone) removed += 1
      else rows.push(now)
    }
  }
  const totalCount = windows.find((page) => page !== null)?.totalCount ?? 0
  return { count: Math.max(0, totalCount - removed), rowAt: (index) => rows[index - first] }
}
