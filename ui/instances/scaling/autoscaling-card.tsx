import { useRef } from 'react'
import { draftOf, fieldOfRules, fieldsOf } from '../../../src/instances/scaling/rules-draft.ts'
import type { RulesDraft } from '../../../src/instances/scaling/rules-draft-schema.ts'
import { rulesText } from '../../../src/rules/scaling/rules-text.ts'
import { Checkbox } from '../../parts/choices/checkbox.tsx'
import { FoldedCard } from '../../parts/layout/folded-card.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { RulesFields } from './rules-fields.tsx'

type AutoscalingCardProps = {
  rules: RulesDraft | null
  /** How many there are without rules. */
  replicas: number | null
  change: (rules: RulesDraft | null) => void
  /** The error of a field of the service. */
  errorOf: (field: string) => string | undefined
}

/** When a service gets more or fewer replicas, as a part of its configuration. */
export const AutoscalingCard = ({ rules, replicas, change, errorOf }: AutoscalingCardProps) => {
  const last = useRef<RulesDraft | null>(null)
  const toggle = () => {
    last.current = rules ?? last.current
    change(rules ? null : (last.current ?? draftOf(null)))
  }
  const errorOfRules = (field: string) => errorOf(fieldOfRules(field))
  return (
    <FoldedCard
      title="Autoscaling"
      summary={rules ? rulesText(rules) : `Off: always ${replicas ?? '–'} ${replicas === 1 ? 'replica' : 'replicas'}.`}
      text="Rules change the number of replicas by load, requests or a schedule."
      isUsed={rules !== null}
      hasErrors={(rules ? fieldsOf(rules) : ['']).some((field) => errorOfRules(field) !== undefined)}
    >
      <Stack>
        <Checkbox label="Scale automatically" checked={rules !== null} onChange={toggle} />
        {rules && (
          <RulesFields draft={rules} change={(changed) => change({ ...rules, ...changed })} errorOf={errorOfRules} />
        )}
      </Stack>
    </FoldedCard>
  )
}
