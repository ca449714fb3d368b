import { selectToasts } from '../../src/toasts/toasts.ts'
import { Toasts } from '../parts/overlay/toasts.tsx'
import { useSelected } from './use-selected.ts'
import { useSend } from './use-send.ts'

export const ToastHost = () => {
  const send = useSend()
  return <Toasts toasts={useSelected(selectToasts)} onClosed={(id) => send({ type: 'ui/toastClosed', id })} />
}
