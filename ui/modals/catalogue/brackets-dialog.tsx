import { type Bracket, brackets } from '../../../src/rules/brackets/bracket-of.ts'
import { Button } from '../../parts/actions/button.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { Dialog } from '../../parts/overlay/dialog.tsx'
import type { Column } from '../../parts/tables/column.ts'
import { DataTable } from '../../parts/tables/data-table.tsx'
import { Text } from '../../parts/text/text.tsx'
import type { DialogOf } from '../dialog-of.ts'

export const BracketsDialog = ({ onClose }: DialogOf<'bracketSystemInfo'>) => (
  <Dialog
    title="Bracket system"
    text="The balance of a wallet determines how many resources it covers."
    onClose={onClose}
    actions={
      <Button variant="primary" onClick={onClose}>
        Okay
      </Button>
    }
  >
    <Stack gap={4}>
      <DataTable caption="Brackets" columns={columns} rows={brackets} rowKey={rangeOf} />
      <Text tone="muted">For example, $30 covers 24 CPU, 96 GB of RAM and 1536 GB of storage.</Text>
    </Stack>
  </Dialog>
)

const rangeOf = ({ above, upTo }: Bracket): string => (above === upTo ? `$${upTo}` : `$${above} to $${upTo}`)

const columns: readonly Column<Bracket>[] = [
  { id: 'range', title: 'Balance', cell: rangeOf, isRowHeader: true },
  { id: 'cpu', title: 'CPU', cell: ({ cpu }) => cpu, align: 'end' },
  { id: 'ram', title: 'RAM (GB)', cell: ({ ramGb }) => ramGb, align: 'end' },
  { id: 'storage', title: 'Storage (GB)', cell: ({ storageGb }) => storageGb, align: 'end' },
]
