import { SecretDialog } from '../parts/overlay/secret-dialog.tsx'
import { Text } from '../parts/text/text.tsx'

type SigningSecretProps = { title: string; name: string; secret: string; onClose: () => void }

/** Shows a signing secret once. */
export const SigningSecret = ({ title, name, secret, onClose }: SigningSecretProps) => (
  <SecretDialog
    title={title}
    text={`The receiver of ${name} verifies messages with this signing secret.`}
    warning={{ title: 'Copy the secret before you close this dialog', text: 'It is shown only once.' }}
    secret={secret}
    copyLabel="Copy signing secret"
    closeLabel="Done"
    onClose={onClose}
  >
    <Text as="code" mono>
      {secret}
    </Text>
  </SecretDialog>
)
