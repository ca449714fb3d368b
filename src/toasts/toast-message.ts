export type ToastKind = 'error' | 'info' | 'success' | 'warning'

export type ToastMessage =
  | { type: 'ui/toastClosed'; id: string }
  /** Something that a view did itself and wants told: a copy, a download. */
  | { type: 'ui/toastRequested'; id: string; kind: ToastKind; message: string }
