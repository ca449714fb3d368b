import { ShareLink } from '../../organizations/share-link.tsx'
import { Button } from '../../parts/actions/button.tsx'
import { Dialog } from '../../parts/overlay/dialog.tsx'
import type { DialogOf } from '../dialog-of.ts'

export const VisibilityChangedDialog = ({ modal, onClose }: DialogOf<'changeOrgVisibilityConfirm'>) => {
  const { name, username, isPublic } = modal
  return (
    <Dialog
      title={`${name} is now ${isPublic ? 'Public' : 'Private'}`}
      text={
        isPublic
          ? 'Anyone with the link below has read-only access.'
          : 'Only members have access. Shared links no longer work.'
      }
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      {isPublic && <ShareLink username={username} />}
    </Dialog>
  )
}
