import { Columns3 } from 'lucide-react'
import type { Instance } from '../../../src/contract/wire/compute.ts'
import { Button } from '../../parts/actions/button.tsx'
import { Menu } from '../../parts/actions/menu.tsx'
import type { Column } from '../../parts/tables/column.ts'

type ColumnsMenuProps = {
  columns: readonly Column<Instance>[]
  hidden: readonly string[]
  onChange: (hidden: readonly string[]) => void
}

/** Chooses the columns of the list; the one with the name stays. */
export const ColumnsMenu = ({ columns, hidden, onChange }: ColumnsMenuProps) => (
  <Menu
    trigger={<Button icon={<Columns3 />}>Columns</Button>}
    entries={columns
      .filter(({ isRowHeader }) => !isRowHeader)
      .map(({ id, title }) => ({
        kind: 'choice',
        label: title,
        chosen: !hidden.includes(id),
        onChoose: () => onChange(hidden.includes(id) ? hidden.filter((other) => other !== id) : [...hidden, id]),
      }))}
  />
)
