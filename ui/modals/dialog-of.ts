import type { Modal } from '../../src/modals/modal-message.ts'

/** What every dialog is given: what it is about, and how it is closed. */
export interface DialogOf<Kind extends Modal['kind']> {
  modal: Extract<Modal, { kind: Kind }>
  onClose: () => void
}
