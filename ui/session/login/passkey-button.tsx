import { KeyRound } from 'lucide-react'
import { useEffect } from 'react'
import { selectPasskeyUse } from '../../../src/factors/passkeys.ts'
import { passkeyErrorMessage } from '../../../src/rules/passkey-error-message.ts'
import { useSend } from '../../hooks/use-console.tsx'
import { useSelected } from '../../hooks/use-selected.ts'
import { Button } from '../../parts/actions/button.tsx'
import { Text } from '../../parts/text/text.tsx'

/** Signs in with a passkey alone. */
export const PasskeyButton = () => {
  const send = useSend()
  const { isBusy, error } = useSelected(selectPasskeyUse('signIn'))
  useEffect(() => () => send({ type: 'ui/passkeyLeft', use: 'signIn' }), [send])
  return (
    <>
      <Button
        wide
        variant="quiet"
        icon={<KeyRound />}
        busy={isBusy}
        onClick={() => send({ type: 'ui/passkeyPressed', use: 'signIn' })}
      >
        Log in with a passkey
      </Button>
      {error && (
        <div role="alert">
          <Text size="sm" tone="bad">
            {passkeyErrorMessage(error)}
          </Text>
        </div>
      )}
    </>
  )
}
