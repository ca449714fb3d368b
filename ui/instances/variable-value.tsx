import { Eye, EyeOff } from 'lucide-react'
import { useEffect } from 'react'
import type { InstanceId } from '../../src/contract/wire/common.ts'
import { failureWords } from '../../src/core/failure.ts'
import { useAsk } from '../app/use-ask.ts'
import { BlockedButton } from '../parts/actions/blocked-button.tsx'
import { Button } from '../parts/actions/button.tsx'
import { CopyButton } from '../parts/actions/copy-button.tsx'
import { HiddenText } from '../parts/layout/hidden-text.tsx'
import { Text } from '../parts/text/text.tsx'
import css from './environment-card.module.css'

/** A revealed value is hidden again after this time: screens are shared and left alone. */
const SHOWN_MS = 30_000

type VariableValueProps = {
  id: InstanceId
  name: string
  /** Why the value cannot be revealed. */
  blocked: string | undefined
}

export const VariableValue = ({ id, name, blocked }: VariableValueProps) => {
  const { ask, answer, isRunning, failure, forget } = useAsk('revealVariable')
  const isShown = answer !== null

  // biome-ignore lint/correctness/useExhaustiveDependencies: each response starts the time anew
  useEffect(() => {
    if (!isShown) return
    const timer = setTimeout(forget, SHOWN_MS)
    const hideWithPage = () => document.hidden && forget()
    document.addEventListener('visibilitychange', hideWithPage)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', hideWithPage)
    }
  }, [answer])

  if (blocked !== undefined)
    return (
      <div className={css.value}>
        <Dots />
        <BlockedButton reason={blocked} size="small" icon={<Eye />}>
          Reveal
          <HiddenText> {name}</HiddenText>
        </BlockedButton>
      </div>
    )
  return (
    <>
      <div className={css.value}>
        {answer ? <span className={css.text}>{answer.value || '(empty)'}</span> : <Dots />}
        <span className={css.actions}>
          {answer && <CopyButton text={answer.value} label={`Copy ${name}`} />}
          <Button
            size="small"
            icon={isShown ? <EyeOff /> : <Eye />}
            busy={isRunning}
            onClick={() => (isShown ? forget() : ask({ id, name }))}
          >
            {isShown ? 'Hide' : 'Reveal'}
            <HiddenText> {name}</HiddenText>
          </Button>
        </span>
      </div>
      {failure && (
        <div role="alert">
          <Text size="sm" tone="bad">
            {failureWords(failure)}
          </Text>
        </div>
      )}
    </>
  )
}

/** A value that cannot be revealed here. */
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
