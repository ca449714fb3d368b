import { useState } from 'react'
import type { Instance } from '../../../src/contract/wire/compute.ts'
import { currentRows } from '../../../src/core/entities.ts'
import { stillChosen } from '../../../src/instances/instance-list.ts'
import { selectInstances } from '../../../src/instances/instances.ts'
import { useSelected } from '../../hooks/use-selected.ts'

const none: readonly Instance[] = []

/** Keeps the selected instances, also while they are scrolled away. Another `scope`, such as a filter, selects none. */
export const useChosenInstances = (scope: string, loaded: readonly Instance[]) => {
  const [choice, setChoice] = useState({ scope, rows: none })
  const known = useSelected(selectInstances)
  const rows = choice.scope === scope ? choice.rows : none
  const chosen = stillChosen(currentRows(known, rows), rows)
  const choose = (ids: ReadonlySet<string>) =>
    setChoice({
      scope,
      rows: [...new Map([...loaded, ...rows].map((row) => [row._id, row])).values()].filter(({ _id }) => ids.has(_id)),
    })
  return { chosen, selected: new Set<string>(chosen.map(({ _id }) => _id)), choose }
}
