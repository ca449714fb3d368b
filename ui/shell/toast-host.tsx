import { selectToasts } from '../../src/toasts/toasts.ts'
import { useSend } from '../hooks/use-console.tsx'
import { useSelected } from '../hooks/use-selected.ts'
import { Toasts } from '../parts/overlay/toasts.tsx'

export const ToastHost = () => {
  const send = useSend()
  return <Toasts toasts={useSelected(selectToasts)} onClosed={(id) => send({ type: 'ui/toastClosed', id })} />
}
