import { Button } from '../../parts/actions/button.tsx'
import { Dialog } from '../../parts/overlay/dialog.tsx'
import type { DialogOf } from '../dialog-of.ts'

export const DeletedResourceDialog = ({ modal: { resource, name }, onClose }: DialogOf<'deletedResource'>) => (
  <Dialog
    title={`${resource} removed`}
    text={`${name} is gone. What is left of it is being taken away; you need not wait for it.`}
    onClose={onClose}
    actions={
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    }
  />
)
