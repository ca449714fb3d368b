import type { Factors } from '../../../../src/contract/wire/factor.ts'
import { useSend } from '../../../hooks/use-console.tsx'
import { Button } from '../../../parts/actions/button.tsx'
import { Card } from '../../../parts/layout/card.tsx'
import { RelativeTime } from '../../../parts/text/relative-time.tsx'
import { Text } from '../../../parts/text/text.tsx'

const FEW = 3

export const RecoveryCard = ({ codes }: { codes: Factors['recoveryCodes'] }) => {
  const send = useSend()
  return (
    <Card
      title="Recovery codes"
      text="Each code logs you in once if you lose your passkeys and your phone."
      actions={
        codes && (
          <Button onClick={() => send({ type: 'ui/modalOpened', modal: { kind: 'renewRecoveryCodes' } })}>
            Renew codes
          </Button>
        )
      }
    >
      {codes ? (
        <Text tone={codes.left <= FEW ? 'warn' : 'muted'}>
          {codes.left} of 10 left, created <RelativeTime at={codes.createdAt} />
          {codes.left <= FEW && '. Renew them before you run out.'}
        </Text>
      ) : (
        <Text tone="muted">You get recovery codes with your first passkey or authenticator app.</Text>
      )}
    </Card>
  )
}
