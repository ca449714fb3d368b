import { Eye, EyeOff } from 'lucide-react'
import { useEffect } from 'react'
import type { InstanceId } from '../../../src/contract/wire/common.ts'
import { failureMessage } from '../../../src/core/failure.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { BlockedButton } from '../../parts/actions/blocked-button.tsx'
import { Button } from '../../parts/actions/button.tsx'
import { CopyButton } from '../../parts/actions/copy-button.tsx'
import { HiddenText } from '../../parts/layout/hidden-text.tsx'
import { Text } from '../../parts/text/text.tsx'
import css from './environment-card.module.css'

/** A revealed value is hidden again after this time: screens are shared. */
const REVEAL_MS = 30_000

type VariableValueProps = {
  id: InstanceId
  serviceName: string
  name: string
  /** The variable in accessible names, with its service where there are several. */
  label: string
  /** Why the value cannot be revealed. */
  blocked: string | undefined
  /** One value is shown at a time: revealing another one hides this one. */
  isOpen: boolean
  onReveal: () => void
}

export const VariableValue = ({ id, serviceName, name, ...rest }: VariableValueProps) => {
  const { mutate, ...revealed } = useMutation('revealVariable')
  return <RevealableValue {...rest} {...revealed} read={() => mutate({ id, name, serviceName })} />
}

type RevealableValueProps = Pick<VariableValueProps, 'label' | 'blocked' | 'isOpen' | 'onReveal'> &
  Pick<ReturnType<typeof useMutation<'revealVariable'>>, 'response' | 'isRunning' | 'failure' | 'forget'> & {
    read: () => void
  }

/** A value that is shown on request, for a while. */
export const RevealableValue = ({
  label,
  blocked,
  isOpen,
  onReveal,
  response: revealed,
  isRunning,
  failure,
  forget,
  read,
}: RevealableValueProps) => {
  const response = isOpen ? revealed : null
  const isRevealed = response !== null

  // biome-ignore lint/correctness/useExhaustiveDependencies: each response restarts the time
  useEffect(() => {
    if (!isRevealed) return
    const timer = setTimeout(forget, REVEAL_MS)
    const hideWithPage = () => document.hidden && forget()
    document.addEventListener('visibilitychange', hideWithPage)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', hideWithPage)
    }
  }, [response])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another value's reveal matters
  useEffect(() => {
    if (!isOpen && revealed) forget()
  }, [isOpen, revealed])

  const reveal = () => {
    onReveal()
    read()
  }
  if (blocked !== undefined)
    return (
      <div className={css.value}>
        <Dots />
        <BlockedButton reason={blocked} size="small" icon={<Eye />}>
          Reveal
          <HiddenText> {label}</HiddenText>
        </BlockedButton>
      </div>
    )
  return (
    <>
      <div className={css.value}>
        {response ? <span className={css.text}>{response.value || '(empty)'}</span> : <Dots />}
        <span className={css.actions}>
          {response && <CopyButton text={response.value} label={`Copy ${label}`} />}
          <Button
            size="small"
            icon={isRevealed ? <EyeOff /> : <Eye />}
            busy={isRunning}
            onClick={() => (isRevealed ? forget() : reveal())}
          >
            {isRevealed ? 'Hide' : 'Reveal'}
            <HiddenText> {label}</HiddenText>
          </Button>
        </span>
      </div>
      {failure && (
        <div role="alert">
          <Text size="sm" tone="bad">
            {failureMessage(failure)}
          </Text>
        </div>
      )}
    </>
  )
}

/** A value that the user cannot reveal. */
export const HiddenValue = () => (
  <div className={css.value}>
    <Dots />
  </div>
)

const Dots = () => (
  <span className={css.text}>
    <span aria-hidden="true">••••••</span>
    <HiddenText>Hidden</HiddenText>
  </span>
)
