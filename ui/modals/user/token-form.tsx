import { useState } from 'react'
import type { TokenScope } from '../../../src/contract/access.ts'
import type { AppType } from '../../../src/contract/wire/account.ts'
import { defaultTokenScopes } from '../../../src/contract/wire/api-key.ts'
import { selectUser } from '../../../src/organizations/organizations.ts'
import { appTypeNames } from '../../../src/rules/roles.ts'
import { expiresAtOf, type TokenExpiry, tokenExpiries } from '../../../src/rules/token-expiry.ts'
import { dangerousScopes } from '../../../src/rules/token-scopes.ts'
import type { Mutation } from '../../hooks/use-mutation.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { Combobox } from '../../parts/choices/combobox.tsx'
import { Select } from '../../parts/choices/select.tsx'
import { TextField } from '../../parts/fields/text-field.tsx'
import { FormDialog } from '../../parts/overlay/form-dialog.tsx'
import { clockNowMs } from '../../parts/text/shared-clock.ts'
import { TokenPermissions } from './token-permissions.tsx'

const expiries = tokenExpiries.map(({ label }) => ({ value: label, label }))
const types = (['site', 'compute', 'storage'] as const).map((value) => ({ value, label: appTypeNames[value] }))
const MAX_SELECT_OPTIONS = 10

export const TokenForm = ({ mutation, onClose }: { mutation: Mutation<'createApiKey'>; onClose: () => void }) => {
  const { mutate, isRunning, failure, fieldError } = mutation
  const organizations = useSelected(selectUser)?.organizations ?? []
  const [name, setName] = useState('')
  const [scope, setScope] = useState<string | null>(null)
  const [type, setType] = useState<AppType | null>(null)
  // The time is fixed when the user chooses, so that pressing Create again requests the same token.
  const [expiry, setExpiry] = useState<{ label: TokenExpiry; at: string | null } | null>(null)
  const [scopes, setScopes] = useState<readonly TokenScope[]>(defaultTokenScopes)

  const organization = organizations.find(({ _id }) => _id === scope)
  // Until the user chooses, the organisation's preferred type.
  const kind = type ?? organization?.preferedAppType ?? null
  const isComplete = name.trim() !== '' && organization && kind && expiry && scopes.length > 0
  const submit = () => {
    if (isComplete) mutate({ name, organizationId: organization[kind]._id, expiresAt: expiry.at, scopes: [...scopes] })
  }
  const scopeField = {
    label: 'Scope',
    hint: 'The organisation that the token can access.',
    required: true,
    options: organizations.map(({ _id, profile }) => ({ value: _id as string, label: profile.name })),
    value: scope,
    placeholder: 'Choose an organisation',
    onChange: setScope,
    serverError: fieldError('organizationId'),
  }
  return (
    <FormDialog
      title="Create Token"
      text="A program with this token acts on your behalf, within these permissions and your role."
      size="medium"
      note={scopes.some((scope) => dangerousScopes.includes(scope)) && 'Has dangerous permissions'}
      onClose={onClose}
      submitLabel="Create"
      busy={isRunning}
      disabled={!isComplete}
      failure={failure}
      failureTitle="The token was not created"
      onSubmit={submit}
    >
      <TextField
        label="Name"
        hint="What you use it for, such as “Deploys from CI”."
        required
        maxLength={100}
        autoComplete="off"
        value={name}
        serverError={fieldError('name')}
        onChange={({ target }) => setName(target.value)}
      />
      {organizations.length > MAX_SELECT_OPTIONS ? <Combobox {...scopeField} /> : <Select {...scopeField} />}
      <Select label="Type" required options={types} value={kind} onChange={setType} />
      <Select
        label="Expiration"
        required
        options={expiries}
        value={expiry?.label ?? null}
        serverError={fieldError('expiresAt')}
        onChange={(label) => setExpiry({ label, at: expiresAtOf(label, clockNowMs()) })}
      />
      <TokenPermissions scopes={scopes} onChange={setScopes} error={fieldError('scopes')} />
    </FormDialog>
  )
}
