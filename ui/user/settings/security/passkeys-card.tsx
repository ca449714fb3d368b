import { KeyRound, Plus } from 'lucide-react'
import type { Factors } from '../../../../src/contract/wire/factor.ts'
import { selectPasskeyUse } from '../../../../src/factors/passkeys.ts'
import { passkeyErrorMessage } from '../../../../src/rules/passkey-error-message.ts'
import { useSend } from '../../../hooks/use-console.tsx'
import { useSelected } from '../../../hooks/use-selected.ts'
import { Button } from '../../../parts/actions/button.tsx'
import { Card } from '../../../parts/layout/card.tsx'
import { IconList } from '../../../parts/layout/icon-list.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'
import { Banner } from '../../../parts/state/banner.tsx'
import { EmptyState } from '../../../parts/waiting/empty-state.tsx'
import { PasskeyLine } from './passkey-line.tsx'
import css from './passkeys-card.module.css'

export const PasskeysCard = ({ factors }: { factors: Factors }) => {
  const send = useSend()
  const { isBusy, error } = useSelected(selectPasskeyUse('enrol'))
  const { passkeys, totp, needsFreshSignIn } = factors
  return (
    <Card
      title="Passkeys"
      text="Log in with your fingerprint, face, screen lock or a security key. A passkey is a second factor for your other logins too."
      actions={
        <Button
          icon={<Plus />}
          variant={passkeys.length === 0 && !needsFreshSignIn ? 'primary' : 'secondary'}
          busy={isBusy}
          disabled={needsFreshSignIn}
          onClick={() => send({ type: 'ui/passkeyPressed', use: 'enrol' })}
        >
          Add a passkey
        </Button>
      }
    >
      <Stack>
        {error && (
          <Banner tone="bad" title="The passkey was not added">
            {passkeyErrorMessage(error)}
          </Banner>
        )}
        {passkeys.length === 0 ? (
          <EmptyState
            art={<KeyRound className={css.emptyIcon} />}
            title="No passkeys yet"
            text="With a passkey, a stolen provider login is not enough to get into your account."
          />
        ) : (
          <IconList label="Passkeys">
            {passkeys.map((passkey) => (
              <PasskeyLine key={passkey._id} passkey={passkey} isLast={passkeys.length === 1 && totp === null} />
            ))}
          </IconList>
        )}
      </Stack>
    </Card>
  )
}
