import { ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import type { ApiKey } from '../../../../src/contract/wire/api-key.ts'
import { tokenScopeLabels } from '../../../../src/rules/token-scope-labels.ts'
import { dangerousScopes } from '../../../../src/rules/token-scopes.ts'
import { Button } from '../../../parts/actions/button.tsx'
import { HiddenText } from '../../../parts/layout/hidden-text.tsx'
import { Popover } from '../../../parts/overlay/popover.tsx'
import css from './token-permissions-cell.module.css'

const MAX_VISIBLE = 2

const shortOf = (scopes: ApiKey['scopes']): string => {
  const labels = scopes.slice(0, MAX_VISIBLE).map((scope) => tokenScopeLabels[scope].label)
  const more = scopes.length - labels.length
  return labels.join(', ') + (more > 0 ? ` +${more}` : '')
}

/** A summary of a token's permissions, which opens the whole list. */
export const TokenPermissionsCell = ({ name, scopes }: Pick<ApiKey, 'name' | 'scopes'>) => {
  const [isOpen, setOpen] = useState(false)
  const isDangerous = scopes.some((scope) => dangerousScopes.includes(scope))
  return (
    <span className={css.trigger}>
      <Popover
        title="Permissions"
        open={isOpen}
        onOpenChange={setOpen}
        trigger={
          <Button size="small" variant="quiet" {...(isDangerous && { icon: <ShieldAlert className={css.danger} /> })}>
            {shortOf(scopes)}
            <HiddenText>
              {isDangerous && ', dangerous'}: permissions of {name}
            </HiddenText>
          </Button>
        }
      >
        <dl className={css.list}>
          {scopes.map((scope) => (
            <div key={scope} className={css.scope}>
              <dt className={css.label} data-dangerous={dangerousScopes.includes(scope) || undefined}>
                {tokenScopeLabels[scope].label} <code className={css.code}>{scope}</code>
              </dt>
              <dd className={css.description}>{tokenScopeLabels[scope].description}</dd>
            </div>
          ))}
        </dl>
      </Popover>
    </span>
  )
}
