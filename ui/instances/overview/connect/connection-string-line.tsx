import { Eye, EyeOff } from 'lucide-react'
import { useEffect } from 'react'
import type { InstanceId } from '../../../../src/contract/wire/common.ts'
import { failureMessage } from '../../../../src/core/failure.ts'
import { type ConnectionPart, connectionString, type Reach } from '../../../../src/rules/connections/connections-of.ts'
import { useBlocked } from '../../../hooks/use-membership.ts'
import { useMutation } from '../../../hooks/use-mutation.ts'
import { Button } from '../../../parts/actions/button.tsx'
import { CopyButton } from '../../../parts/actions/copy-button.tsx'
import { HiddenText } from '../../../parts/layout/hidden-text.tsx'
import { Text } from '../../../parts/text/text.tsx'
import css from './connect-card.module.css'
import { PlaceLabel } from './place-line.tsx'

/** Revealed values are hidden again after this time: screens are shared. */
const REVEAL_MS = 30_000

const reaches: Readonly<Record<Reach, string>> = {
  public: 'from everywhere',
  instance: 'in this instance',
  project: 'in the project',
}

type ConnectionStringLineProps = {
  id: InstanceId
  service: string
  reach: Reach
  parts: readonly ConnectionPart[]
}

/** A connection string. Its plain values are revealed on request; a secret stays hidden. */
export const ConnectionStringLine = ({ id, service, reach, parts }: ConnectionStringLineProps) => {
  const blocked = useBlocked('instances.write')
  // A string has a user, a password and a database at most.
  const reveals = [useMutation('revealVariable'), useMutation('revealVariable'), useMutation('revealVariable')]
  const variables = parts.flatMap((part) => (part.kind === 'variable' ? [part] : []))
  const plain = variables.filter(({ isSecret }) => !isSecret).slice(0, reveals.length)
  const known = new Map(
    plain.flatMap(({ name }, at) => {
      const response = reveals[at]?.response
      return response ? [[name, response.value] as const] : []
    }),
  )
  const isRevealed = known.size > 0
  const failure = reveals.find((reveal) => reveal.failure)?.failure
  const text = connectionString(parts, (name) => known.get(name))
  const hide = () => {
    for (const { forget, response } of reveals) if (response) forget()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: each reveal restarts the time
  useEffect(() => {
    if (!isRevealed) return
    const timer = setTimeout(hide, REVEAL_MS)
    return () => clearTimeout(timer)
  }, [isRevealed])

  return (
    <div className={css.line}>
      <PlaceLabel label="Connection string" note={reaches[reach]} />
      <div className={css.text}>
        <code>{text}</code>
        {variables.some(({ isSecret }) => isSecret) && (
          <Text size="sm" tone="muted">
            •••• stands for a secret, which cannot be copied.
          </Text>
        )}
        {failure && (
          <div role="alert">
            <Text size="sm" tone="bad">
              {failureMessage(failure)}
            </Text>
          </div>
        )}
      </div>
      <span className={css.actions}>
        {blocked === undefined &&
          plain.map(({ name }, at) => (
            <RevealButton
              key={name}
              name={name}
              place={`${service}, ${reaches[reach]}`}
              isRevealed={known.has(name)}
              busy={reveals[at]?.isRunning ?? false}
              onReveal={() => reveals[at]?.mutate({ id, name, serviceName: service })}
              onHide={() => reveals[at]?.forget()}
            />
          ))}
        <CopyButton text={text} label={`Copy connection string of ${service}, ${reaches[reach]}`} />
      </span>
    </div>
  )
}

type RevealButtonProps = {
  name: string
  /** Whose connection string, in the accessible name. */
  place: string
  isRevealed: boolean
  busy: boolean
  onReveal: () => void
  onHide: () => void
}

/** Each value is revealed by itself, because each reveal is recorded. */
const RevealButton = ({ name, place, isRevealed, busy, onReveal, onHide }: RevealButtonProps) => (
  <Button size="small" icon={isRevealed ? <EyeOff /> : <Eye />} busy={busy} onClick={isRevealed ? onHide : onReveal}>
    {isRevealed ? 'Hide' : 'Reveal'} {name}
    <HiddenText> in the connection string of {place}</HiddenText>
  </Button>
)
