import type { User } from '../../../../src/contract/wire/account.ts'
import { isWallet } from '../../../../src/rules/profile-email.ts'
import { CopyButton } from '../../../parts/actions/copy-button.tsx'
import { TextField } from '../../../parts/fields/text-field.tsx'
import { Card } from '../../../parts/layout/card.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'

const Copied = ({ label, text }: { label: string; text: string }) => (
  <TextField label={label} value={text} readOnly mono after={<CopyButton text={text} label={`Copy ${label}`} />} />
)

/** The ids by which others find the user. */
export const IdentityCard = ({ user: { _id, providerProfiles } }: { user: User }) => {
  const wallet = providerProfiles.find(({ providerName }) => isWallet(providerName))
  return (
    <Card>
      <Stack>
        <Copied label="User Id" text={_id} />
        {wallet && <Copied label="Wallet address" text={wallet.id} />}
      </Stack>
    </Card>
  )
}
