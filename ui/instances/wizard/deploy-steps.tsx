import { type DeployStep, deploySteps } from '../../../src/instances/deploy-errors.ts'
import { HiddenText } from '../../parts/layout/hidden-text.tsx'
import { Stepper } from '../../parts/progress/stepper.tsx'
import type { Deploy } from './deploy/use-deploy.ts'
import { STEP_POSITION } from './steps/step-heading.tsx'

export const stepTitles: Record<DeployStep, string> = {
  what: 'What',
  where: 'Where',
  'how-much': 'How much',
  how: 'How',
  review: 'Review',
}

/** A step can be opened once the steps before it are complete; defaults count. */
export const DeploySteps = ({ deploy }: { deploy: Deploy }) => {
  const { choice, isOpen, goToStep } = deploy
  const at = deploySteps.indexOf(choice.step)
  return (
    <>
      {/* Read with the step's heading, which receives the focus; a live region would announce the step twice. */}
      <HiddenText id={STEP_POSITION}>
        {`Step ${at + 1} of ${deploySteps.length}: ${stepTitles[choice.step]}`}
      </HiddenText>
      <Stepper
        label="Steps"
        steps={deploySteps.map((id) => ({ id, title: stepTitles[id] }))}
        current={choice.step}
        reachable={deploySteps.filter(isOpen)}
        onStepSelect={(id) => {
          const step = deploySteps.find((known) => known === id)
          if (step) goToStep(choice.step, step)
        }}
      />
    </>
  )
}
