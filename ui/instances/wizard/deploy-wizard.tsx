import type { ReactElement } from 'react'
import type { Organization } from '../../../src/contract/wire/account.ts'
import type { Project } from '../../../src/contract/wire/compute.ts'
import type { DeployStep } from '../../../src/instances/deploy-errors.ts'
import { selectUser } from '../../../src/organizations/organizations.ts'
import { useBlocked } from '../../hooks/use-membership.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { Banner } from '../../parts/state/banner.tsx'
import { type Deploy, useDeploy } from './deploy/use-deploy.ts'
import { DeploySteps } from './deploy-steps.tsx'
import { DeploySummary } from './deploy-summary.tsx'
import css from './deploy-wizard.module.css'
import { EmailNeeded } from './email-needed.tsx'
import { ServiceSettings } from './services/service-settings.tsx'
import { ServiceSizes } from './services/service-sizes.tsx'
import { UnfinishedDraft } from './services/unfinished-draft.tsx'
import { StepHow } from './steps/step-how.tsx'
import { StepHowMuch } from './steps/step-how-much.tsx'
import { StepReview } from './steps/step-review.tsx'
import { StepWhat } from './steps/step-what.tsx'
import { StepWhere } from './steps/step-where.tsx'
import { useStepFocus } from './use-step-focus.ts'

type DeployWizardProps = { project: Project; organization: Organization | null }

export const DeployWizard = ({ project, organization }: DeployWizardProps) => {
  const deploy = useDeploy(project, organization)
  const canDeploy = useSelected(selectUser)?.canDeploy ?? true
  const blocked = useBlocked('instances.write')
  const wizard = useStepFocus(deploy.choice.step, deploy.invalidAttempts)
  if (blocked !== undefined) return <Banner title="You cannot deploy here">{blocked}</Banner>
  return (
    <>
      <DeploySteps deploy={deploy} />
      {!canDeploy && <EmailNeeded />}
      <UnfinishedDraft deploy={deploy} />
      <div className={css.wizard} ref={wizard}>
        {stepOf(deploy)}
        <DeploySummary deploy={deploy} canDeploy={canDeploy} />
      </div>
    </>
  )
}

const stepOf = (deploy: Deploy): ReactElement => {
  const steps: Record<DeployStep, ReactElement> = {
    what: <StepWhat deploy={deploy} />,
    where: <StepWhere deploy={deploy} />,
    'how-much': deploy.hasServices ? <ServiceSizes deploy={deploy} /> : <StepHowMuch deploy={deploy} />,
    how: deploy.hasServices ? <ServiceSettings deploy={deploy} /> : <StepHow deploy={deploy} />,
    review: <StepReview deploy={deploy} />,
  }
  return steps[deploy.choice.step]
}
