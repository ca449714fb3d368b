import { type ComponentType, useEffect } from 'react'
import type { ModalKind } from '../../src/modals/modal-kind.ts'
import { modalKinds } from '../../src/modals/modal-kinds.ts'
import type { Modal } from '../../src/modals/modal-message.ts'
import { selectModals } from '../../src/modals/modals.ts'
import { selectToken } from '../../src/session/session.ts'
import { useSend } from '../hooks/use-console.tsx'
import { useMembership } from '../hooks/use-membership.ts'
import { useSelected } from '../hooks/use-selected.ts'
import type { DialogOf } from './dialog-of.ts'
import { dialogs } from './dialogs.tsx'
import { ModalStack } from './modal-stack.tsx'

/** Renders the open dialogs, and closes those that the user has lost the right to. */
export const Modals = () => {
  const send = useSend()
  const modals = useSelected(selectModals)
  const isSignedIn = useSelected(selectToken) !== null
  const { permissions } = useMembership()

  const isAllowed = ({ kind }: Modal): boolean => {
    const { access }: ModalKind<object> = modalKinds[kind]
    return access === 'everyone' || (isSignedIn && (access === 'signedIn' || permissions.includes(access)))
  }
  const forbidden = modals.find((modal) => !isAllowed(modal))?.kind
  useEffect(() => {
    if (forbidden) send({ type: 'ui/modalClosed', kind: forbidden })
  }, [forbidden, send])

  return (
    <ModalStack
      modals={modals.filter(isAllowed).map((modal) => ({ key: modal.kind, modal }))}
      render={({ modal }) => <ModalDialog modal={modal} />}
    />
  )
}

const ModalDialog = ({ modal }: { modal: Modal }) => {
  const send = useSend()
  // The component and the modal have the same kind, which the union type loses.
  const Dialog = dialogs[modal.kind] as ComponentType<DialogOf<Modal['kind']>>
  return <Dialog modal={modal} onClose={() => send({ type: 'ui/modalClosed', kind: modal.kind })} />
}
