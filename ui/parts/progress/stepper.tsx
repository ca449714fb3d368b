import { Check } from 'lucide-react'
import { HiddenText } from '../layout/hidden-text.tsx'
import css from './stepper.module.css'

export type Step = { id: string; title: string; note?: string }

type StepperProps = {
  label: string
  steps: readonly Step[]
  current: string
  /** Steps that can be opened; without it the stepper only shows progress. */
  reachable?: readonly string[]
  onStepSelect?: (id: string) => void
}

export const Stepper = ({ label, steps, current, reachable = [], onStepSelect }: StepperProps) => {
  const at = steps.findIndex((step) => step.id === current)
  return (
    <nav aria-label={label}>
      <ol className={css.steps}>
        {steps.map((step, index) => (
          <li key={step.id} className={css.step} data-state={index < at ? 'done' : index === at ? 'current' : 'ahead'}>
            <button
              type="button"
              className={css.button}
              disabled={index !== at && !reachable.includes(step.id)}
              aria-current={index === at ? 'step' : undefined}
              onClick={() => onStepSelect?.(step.id)}
            >
              <span className={css.number} aria-hidden="true">
                {index < at ? <Check /> : index + 1}
              </span>
              <span className={css.content}>
                <span className={css.title}>{step.title}</span>
                {step.note && <span className={css.note}>{step.note}</span>}
              </span>
              {index < at && <HiddenText>, done</HiddenText>}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
