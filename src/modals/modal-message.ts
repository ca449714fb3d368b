import type { ModalKind } from './modal-kind.ts'
import type { modalKinds } from './modal-kinds.ts'

type Kinds = typeof modalKinds
type FieldsOf<K> = K extends ModalKind<infer Fields> ? Fields : never

/** An open dialog and what it is about. */
export type Modal = { [K in keyof Kinds]: { kind: K } & FieldsOf<Kinds[K]> }[keyof Kinds]

export type ModalMessage =
  | { type: 'ui/modalOpened'; modal: Modal }
  /** Without a kind, the top dialog closes. */
  | { type: 'ui/modalClosed'; kind?: Modal['kind'] }
  | { type: 'ui/modalsCleared' }
