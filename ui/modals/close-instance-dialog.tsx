import { failureWords } from '../../src/core/failure.ts'
import { selectInstance } from '../../src/instances/instances.ts'
import { useAsk } from '../app/use-ask.ts'
import { useSelected } from '../app/use-selected.ts'
import { Button } from '../parts/actions/button.tsx'
import { Dialog } from '../parts/overlay/dialog.tsx'
import { Banner } from '../parts/state/banner.tsx'
import type { DialogOf } from './dialog-of.ts'

export const CloseInstanceDialog = ({ modal: { id }, onClose }: DialogOf<'closeInstance'>) => {
  const instance = useSelected(selectInstance(id), [id])
  const { ask, isRunning, failure } = useAsk('closeInstance')
  if (!instance) return null
  return (
    <Dialog
      title={`Close ${instance.name}?`}
      text="The workload ends and its link stops answering. What it wrote to its disk is lost. Its settings and its logs stay, and it costs nothing more."
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="danger"
            busy={isRunning}
            onClick={() => ask({ id: instance._id, organizationId: instance.organizationId, instanceId: instance._id })}
          >
            Close instance
          </Button>
        </>
      }
    >
      {failure && (
        <Banner tone="bad" title="The instance was not closed">
          {failureWords(failure)}
        </Banner>
      )}
    </Dialog>
  )
}
