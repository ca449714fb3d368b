import { useEffect, useRef, useState } from 'react'
import { type TokenScope, tokenScopes } from '../../../src/contract/access.ts'
import { defaultTokenScopes } from '../../../src/contract/wire/api-key.ts'
import { tokenScopeLabels } from '../../../src/rules/token-scope-labels.ts'
import { dangerousScopes } from '../../../src/rules/token-scopes.ts'
import { CheckboxGroup } from '../../parts/choices/checkbox-group.tsx'
import { RadioCards } from '../../parts/choices/radio-cards.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { Banner } from '../../parts/state/banner.tsx'

const readOnly: readonly TokenScope[] = ['read']
const presets = { deploy: defaultTokenScopes, read: readOnly } as const

const cards = [
  { value: 'deploy', title: 'Read and deploy', text: 'For pipelines. Includes logs.' },
  { value: 'read', title: 'Read only', text: 'For dashboards. Excludes logs.' },
  { value: 'custom', title: 'Custom', text: 'Choose each permission.' },
] as const
type Preset = (typeof cards)[number]['value']

const optionsOf = (scopes: readonly TokenScope[]) =>
  scopes.map((value) => ({
    value,
    label: tokenScopeLabels[value].label,
    hint: tokenScopeLabels[value].description,
  }))
const usual = optionsOf(tokenScopes.filter((scope) => !dangerousScopes.includes(scope)))
const dangerous = optionsOf(dangerousScopes)

type TokenPermissionsProps = {
  scopes: readonly TokenScope[]
  onChange: (scopes: TokenScope[]) => void
  error: string | undefined
}

/** Chooses a token's permissions by preset or by scope. */
export const TokenPermissions = ({ scopes, onChange, error }: TokenPermissionsProps) => {
  const [preset, setPreset] = useState<Preset>('deploy')
  const custom = useRef<HTMLDivElement>(null)
  // On a small screen, it opens below the fold.
  useEffect(() => {
    if (preset === 'custom') custom.current?.scrollIntoView({ block: 'nearest' })
  }, [preset])
  const choose = (next: Preset) => {
    setPreset(next)
    if (next !== 'custom') onChange([...presets[next]])
  }
  const toggle = (scope: TokenScope, isChosen: boolean) =>
    onChange(tokenScopes.filter((one) => (one === scope ? isChosen : scopes.includes(one))))
  const risky = scopes.filter((scope) => dangerousScopes.includes(scope))
  return (
    <Stack>
      <RadioCards
        legend="Permissions"
        width="narrow"
        cards={cards}
        value={preset}
        onChange={choose}
        error={scopes.length === 0 ? 'Choose at least one permission.' : error}
      />
      {preset === 'custom' && (
        <>
          <div ref={custom}>
            <CheckboxGroup legend="Standard" options={usual} chosen={scopes} onChange={toggle} />
          </div>
          <CheckboxGroup
            legend="Dangerous"
            hint="A leaked token with these can take over, expose or delete the organisation."
            options={dangerous}
            chosen={scopes}
            onChange={toggle}
          />
          {risky.length > 0 && (
            <Banner tone="warn" title="This token has dangerous permissions">
              {risky.map((scope) => tokenScopeLabels[scope].label).join(', ')}: anyone who has the token can use these
              permissions without logging in. Choose a short expiration, and keep the token in a secret store.
            </Banner>
          )}
        </>
      )}
    </Stack>
  )
}
