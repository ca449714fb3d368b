import { signInErrorMessage } from '../../src/rules/sign-in-error-message.ts'
import { useConfiguration } from '../hooks/use-configuration.ts'
import { Button } from '../parts/actions/button.tsx'
import { LinkButton } from '../parts/actions/link-button.tsx'
import { Dialog } from '../parts/overlay/dialog.tsx'
import type { DialogOf } from './dialog-of.ts'

/** The sign-in was stopped, and only the operator can release it. */
export const SecurityCheckDialog = ({ modal: { code }, onClose }: DialogOf<'securityCheck'>) => {
  const contact = useConfiguration()?.links.contact
  return (
    <Dialog
      title={code === 'banned' ? 'Account closed' : 'Security check'}
      text={signInErrorMessage(code)}
      onClose={onClose}
      actions={
        <>
          {contact && (
            <LinkButton href={contact} newTab>
              Contact Us
            </LinkButton>
          )}
          <Button variant="primary" onClick={onClose}>
            Okay
          </Button>
        </>
      }
    />
  )
}
