import { Download } from 'lucide-react'
import { selectAuditExport } from '../../../../src/audit/audit-export.ts'
import type { AuditFormat } from '../../../../src/audit/audit-message.ts'
import type { InputOf } from '../../../../src/contract/contract.ts'
import { useSend } from '../../../hooks/use-console.tsx'
import { useSelected } from '../../../hooks/use-selected.ts'
import { Button } from '../../../parts/actions/button.tsx'
import { Menu } from '../../../parts/actions/menu.tsx'

const formats: readonly { format: AuditFormat; label: string }[] = [
  { format: 'csv', label: 'As CSV' },
  { format: 'ndjson', label: 'As NDJSON' },
]

/** Exports all entries that match the filter. */
export const AuditExportMenu = ({ input }: { input: InputOf<'exportAudit'> }) => {
  const send = useSend()
  const { running } = useSelected(selectAuditExport)
  return (
    <Menu
      trigger={
        <Button icon={<Download />} busy={running !== null}>
          Export
        </Button>
      }
      entries={formats.map(({ format, label }) => ({
        kind: 'action',
        label,
        disabled: running !== null,
        onChoose: () => send({ type: 'ui/auditExportPressed', input, format }),
      }))}
    />
  )
}
