import type { DeploymentSource, DeploymentType } from '../../../../src/instances/wizard/deployment-types.ts'
import { type RadioCard, RadioCards } from '../../../parts/choices/radio-cards.tsx'
import type { Deploy } from '../deploy/use-deploy.ts'
import { useSwitch } from '../deploy/use-switch.ts'

const typesOf = (obstacle: string | null): readonly RadioCard<DeploymentType>[] => [
  { value: 'compute', title: 'Compute', text: 'One program' },
  {
    value: 'accelerate',
    title: 'Accelerate',
    text: obstacle === null ? 'With a graphics processor' : `With a graphics processor. ${obstacle}`,
    disabled: obstacle !== null,
  },
  { value: 'multiservice', title: 'Multi-service', text: 'Programs that work together' },
]

const sourcesOf = (type: DeploymentType): readonly RadioCard<DeploymentSource>[] => [
  { value: 'template', title: 'Template', text: 'Ready to run' },
  { value: 'cluster', title: 'Cluster', text: 'Images of one source, grouped' },
  type === 'multiservice'
    ? { value: 'image', title: 'Container images', text: 'One for each service' }
    : { value: 'image', title: 'Container image', text: 'From any registry' },
  { value: 'file', title: 'Configuration file', text: 'Longshore or Docker Compose' },
]

const nothingChosen = {
  template: '',
  version: '',
  plan: '',
  image: '',
  search: '',
  category: '',
  cluster: '',
  clusterUrl: '',
  clusterName: '',
}

/** What kind of deployment it is, and what it starts from. */
export const DeploymentTypeCards = ({ deploy }: { deploy: Deploy }) => {
  const { choice } = deploy
  const choose = useSwitch(deploy)
  return (
    <>
      <RadioCards
        legend="Deployment type"
        value={choice.type}
        onChange={(type) => choose({ ...nothingChosen, type })}
        cards={typesOf(deploy.typeObstacle)}
        error={deploy.fieldError('type')}
      />
      <RadioCards
        legend="Start from"
        width="half"
        value={choice.from}
        onChange={(from) => choose({ ...nothingChosen, from })}
        cards={sourcesOf(choice.type)}
      />
    </>
  )
}
