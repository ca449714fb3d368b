import type { PasskeyErrorKind } from '../core/world.ts'

const messages: Record<PasskeyErrorKind, string> = {
  cancelled: 'No passkey was used. Try again, or choose another way.',
  known: 'This device has a passkey for your account already.',
  wrongAddress: 'Passkeys work only at the address that this installation is published under.',
  unsupported: 'This browser cannot use passkeys here. They need HTTPS, or localhost.',
  failed: 'The passkey could not be used. Try again, or choose another way.',
}

export const passkeyErrorMessage = (kind: PasskeyErrorKind): string => messages[kind]
