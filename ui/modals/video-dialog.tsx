import { Dialog } from '../parts/overlay/dialog.tsx'
import type { DialogOf } from './dialog-of.ts'
import css from './video-dialog.module.css'

/** Plays a configured video in a sandboxed frame. */
export const VideoDialog = ({ modal: { title, src }, onClose }: DialogOf<'videoPopup'>) => (
  <Dialog title={title} size="wide" onClose={onClose}>
    <iframe
      className={css.video}
      src={src}
      title={title}
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
      allow="fullscreen; picture-in-picture; encrypted-media"
      referrerPolicy="strict-origin"
    />
  </Dialog>
)
