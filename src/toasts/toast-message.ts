export type ToastKind = 'error' | 'info' | 'success' | 'warning'

export type ToastMessage =
  | { type: 'ui/toastClosed'; id: string }
  /** The result of an action that a view performed itself: a copy, a download. */
  | { type: 'ui/toastRequested'; id: string; kind: ToastKind; message: string }
