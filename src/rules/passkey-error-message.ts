import type { PasskeyErrorKind } from '../core/world.ts'

const messages: Record<PasskeyErrorKind, string> = {
  cancelled: 'No passkey was used. Try again or use another method.',
  known: 'This device already has a passkey for your account.',
  wrongAddress: 'Passkeys work only at the public address of this installation.',
  unsupported: 'This browser cannot use passkeys here. Passkeys need HTTPS or localhost.',
  failed: 'The passkey could not be used. Try again or use another method.',
}

export const passkeyErrorMessage = (kind: PasskeyErrorKind): string => messages[kind]
