import { type DeployStep, deploySteps } from '../../../src/instances/deploy-errors.ts'
import { HiddenText } from '../../parts/layout/hidden-text.tsx'
import { Stepper } from '../../parts/progress/stepper.tsx'
import type { Deploy } from './deploy/use-deploy.ts'

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
      <div role="status">
        <HiddenText>{`Step ${at + 1} of ${deploySteps.length}: ${stepTitles[choice.step]}`}</HiddenText>
      </div>
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
