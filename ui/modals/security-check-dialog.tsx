import { signInWords } from '../../src/rules/sign-in-words.ts'
import { useConfiguration } from '../app/use-configuration.ts'
import { Button } from '../parts/actions/button.tsx'
import { LinkButton } from '../parts/actions/link-button.tsx'
import { Dialog } from '../parts/overlay/dialog.tsx'
import type { DialogOf } from './dialog-of.ts'

/** Somebody was stopped on the way in, and only people can let them go on. */
export const SecurityCheckDialog = ({ modal: { code }, onClose }: DialogOf<'securityCheck'>) => {
  const contact = useConfiguration()?.links.contact
  return (
    <Dialog
      title="Security check"
      text={signInWords(code)}
      onClose={onClose}
      actions={
        <>
          {contact && (
            <LinkButton href={contact} newTab>
              Contact Us
            </LinkButton>
          )}
          <Button look="primary" onClick={onClose}>
            Okay
          </Button>
        </>
      }
    />
  )
}
