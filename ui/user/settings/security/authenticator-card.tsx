import type { Factors } from '../../../../src/contract/wire/factor.ts'
import { useSend } from '../../../hooks/use-console.tsx'
import { Button } from '../../../parts/actions/button.tsx'
import { RestoreFocus } from '../../../parts/focus/restore-focus.tsx'
import { Card } from '../../../parts/layout/card.tsx'
import { HiddenText } from '../../../parts/layout/hidden-text.tsx'
import { RelativeTime } from '../../../parts/text/relative-time.tsx'
import { Text } from '../../../parts/text/text.tsx'

export const AuthenticatorCard = ({ factors: { totp, passkeys, needsFreshSignIn } }: { factors: Factors }) => {
  const send = useSend()
  const isLast = passkeys.length === 0
  return (
    <Card
      title="Authenticator app"
      text="An app on your phone that shows a new code every 30 seconds."
      actions={
        <RestoreFocus>
          {totp ? (
            <Button
              key="remove"
              variant="danger-quiet"
              onClick={() =>
                send({ type: 'ui/modalOpened', modal: { kind: 'removeFactor', factor: { kind: 'totp' }, isLast } })
              }
            >
              Remove<HiddenText> the authenticator app</HiddenText>
            </Button>
          ) : (
            <Button
              key="set up"
              disabled={needsFreshSignIn}
              onClick={() => send({ type: 'ui/modalOpened', modal: { kind: 'setUpTotp' } })}
            >
              Set up<HiddenText> an authenticator app</HiddenText>
            </Button>
          )}
        </RestoreFocus>
      }
    >
      <Text tone="muted">
        {totp ? (
          <>
            Set up <RelativeTime at={totp.createdAt} />
          </>
        ) : (
          'Not set up.'
        )}
      </Text>
    </Card>
  )
}
