import { useSend } from '../../../hooks/use-console.tsx'
import type { ChoiceChange } from './use-choice.ts'
import type { Deploy } from './use-deploy.ts'

/** Chooses another type or template, which is confirmed first where an instance is deployed again. */
export const useSwitch = ({ choice, choose }: Pick<Deploy, 'choice' | 'choose'>) => {
  const send = useSend()
  return (change: ChoiceChange) =>
    choice.redeploy === ''
      ? choose(change)
      : send({ type: 'ui/modalOpened', modal: { kind: 'confirmRedeploySwitch', change } })
}
