import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { Button } from '../parts/actions/button.tsx'
import { CopyButton } from '../parts/actions/copy-button.tsx'
import { Card } from '../parts/layout/card.tsx'
import { HiddenText } from '../parts/layout/hidden-text.tsx'
import { Text } from '../parts/text/text.tsx'
import { useIsVisitor } from '../projects/use-organization.ts'
import css from './environment-card.module.css'

/** Values stay hidden until they are asked for: screens are shared. */
export const EnvironmentCard = ({ instance: { environment } }: { instance: Instance }) => {
  const [isShown, setShown] = useState(false)
  // The values themselves never leave the server for them.
  const isVisitor = useIsVisitor()
  const toggle = (
    <Button size="small" icon={isShown ? <EyeOff /> : <Eye />} onClick={() => setShown(!isShown)}>
      {isShown ? 'Hide values' : 'Show values'}
    </Button>
  )
  return (
    <Card title="Environment" actions={environment.length > 0 && !isVisitor ? toggle : undefined}>
      {environment.length === 0 ? (
        <Text tone="muted">No variables.</Text>
      ) : (
        <dl className={css.list}>
          {environment.map(({ name, value }) => (
            <div key={name} className={css.line}>
              <dt className={css.name}>{name}</dt>
              <dd className={css.value}>
                {isShown ? (
                  <>
                    <span className={css.text}>{value || '–'}</span>
                    <CopyButton text={value} label={`Copy ${name}`} />
                  </>
                ) : (
                  <>
                    <span aria-hidden="true">••••••••</span>
                    <HiddenText>Hidden</HiddenText>
                  </>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  )
}
