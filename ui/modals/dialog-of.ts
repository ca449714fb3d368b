import type { Modal } from '../../src/modals/modal-message.ts'

/** The props of every dialog. */
export interface DialogOf<Kind extends Modal['kind']> {
  modal: Extract<Modal, { kind: Kind }>
  onClose: () => void
}
