import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { lastLoaded } from '../../../../src/core/remote-data.ts'
import { useSend } from '../../../hooks/use-console.tsx'
import { useQuery } from '../../../hooks/use-query.ts'
import { Button } from '../../../parts/actions/button.tsx'
import { LogbookArt } from '../../../parts/art/logbook-art.tsx'
import { RestoreFocus } from '../../../parts/focus/restore-focus.tsx'
import { Card } from '../../../parts/layout/card.tsx'
import { DataTable } from '../../../parts/tables/data-table.tsx'
import { EmptyState } from '../../../parts/waiting/empty-state.tsx'
import { Remote } from '../../../parts/waiting/remote.tsx'
import { ChosenTokens } from './chosen-tokens.tsx'
import { tokenColumns } from './token-columns.tsx'

const noneSelected: ReadonlySet<string> = new Set()

export const TokensTab = () => {
  const send = useSend()
  const { data, retry } = useQuery('readApiKeys', {})
  const [selected, setSelected] = useState(noneSelected)
  const keys = lastLoaded(data)?.value.apiKeys ?? null
  const columns = useMemo(
    () => tokenColumns((id) => send({ type: 'ui/modalOpened', modal: { kind: 'deleteToken', ids: [id] } })),
    [send],
  )
  // Deleted tokens are no longer selected.
  const chosen = (keys ?? []).map(({ id }) => id).filter((id) => selected.has(id))
  const create = (
    <Button
      variant="primary"
      icon={<Plus />}
      onClick={() => send({ type: 'ui/modalOpened', modal: { kind: 'createToken' } })}
    >
      Create Token
    </Button>
  )
  const isEmpty = keys?.length === 0
  return (
    <Card
      title="API Tokens"
      text="For programs that act on your behalf in one organisation."
      padded={false}
      actions={!isEmpty && create}
    >
      <Remote data={data} retry={retry} title="The tokens could not be loaded">
        <RestoreFocus>
          {chosen.length > 0 && <ChosenTokens ids={chosen} onClear={() => setSelected(noneSelected)} />}
        </RestoreFocus>
        <DataTable
          caption="API tokens"
          columns={columns}
          rows={keys ?? []}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
          selected={new Set(chosen)}
          onSelect={setSelected}
          loading={keys === null}
          empty={
            <EmptyState
              title="No Tokens"
              text="A token lets a program call the API on your behalf, such as a pipeline that deploys or a script that monitors."
              art={<LogbookArt />}
              actions={create}
            />
          }
        />
      </Remote>
    </Card>
  )
}
