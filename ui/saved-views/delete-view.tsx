import type { SavedView } from '../../src/contract/wire/saved-view.ts'
import { failureMessage } from '../../src/core/failure.ts'
import { useMutation } from '../hooks/use-mutation.ts'
import { Button } from '../parts/actions/button.tsx'
import { Row } from '../parts/layout/row.tsx'
import { Text } from '../parts/text/text.tsx'
import css from './saved-views.module.css'

type DeleteViewProps = { view: SavedView; onCancel: () => void }

export const DeleteView = ({ view, onCancel }: DeleteViewProps) => {
  const { mutate, isRunning, failure } = useMutation('deleteSavedView')
  return (
    <div className={css.rename}>
      <Text as="span">Delete “{view.name}” for everyone?</Text>
      {failure && (
        <Text as="span" tone="bad">
          {failureMessage(failure)}
        </Text>
      )}
      <Row gap={2}>
        <Button size="small" autoFocus onClick={onCancel}>
          Cancel
        </Button>
        <Button size="small" variant="danger" busy={isRunning} onClick={() => mutate({ id: view._id })}>
          Delete view
        </Button>
      </Row>
    </div>
  )
}
