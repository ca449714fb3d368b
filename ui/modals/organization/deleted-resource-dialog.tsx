import { Button } from '../../parts/actions/button.tsx'
import { Dialog } from '../../parts/overlay/dialog.tsx'
import type { DialogOf } from '../dialog-of.ts'

export const DeletedResourceDialog = ({ modal: { resource, name }, onClose }: DialogOf<'deletedResource'>) => (
  <Dialog
    title={`${resource} removed`}
    text={`${name} has been removed. Its remaining data is being deleted in the background.`}
    onClose={onClose}
    actions={
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    }
  />
)
