import { useMemo } from 'react'
import { lastLoaded } from '../../../../src/core/remote-data.ts'
import { useSend } from '../../../hooks/use-console.tsx'
import { useMutation } from '../../../hooks/use-mutation.ts'
import { useQuery } from '../../../hooks/use-query.ts'
import { Button } from '../../../parts/actions/button.tsx'
import { Card } from '../../../parts/layout/card.tsx'
import { DataTable } from '../../../parts/tables/data-table.tsx'
import { Remote } from '../../../parts/waiting/remote.tsx'
import { sessionColumns } from './session-columns.tsx'

/** The user's sessions; each can be ended. */
export const SessionsCard = () => {
  const send = useSend()
  const { data, retry } = useQuery('readSessions', {})
  const { mutate } = useMutation('endSession')
  const sessions = lastLoaded(data)?.value.sessions ?? null
  const columns = useMemo(() => sessionColumns((id) => mutate({ id })), [mutate])
  const hasOthers = sessions?.some(({ current }) => !current) ?? false
  return (
    <Card
      title="Sessions"
      text="The devices where you are logged in. Log out any that you do not recognise."
      padded={false}
      actions={
        hasOthers && (
          <Button onClick={() => send({ type: 'ui/modalOpened', modal: { kind: 'endOtherSessions' } })}>
            Log out everywhere else
          </Button>
        )
      }
    >
      <Remote data={data} retry={retry} title="The sessions could not be loaded">
        <DataTable
          caption="Sessions"
          columns={columns}
          rows={sessions ?? []}
          rowKey={({ _id }) => _id}
          rowName={({ device }) => device}
          loading={sessions === null}
        />
      </Remote>
    </Card>
  )
}
