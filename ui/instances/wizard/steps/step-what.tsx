import { Stack } from '../../../parts/layout/stack.tsx'
import type { Deploy } from '../deploy/use-deploy.ts'
import { FileForm } from '../services/file-form.tsx'
import { ServicePrograms } from '../services/service-programs.tsx'
import { ClusterForm } from '../template/cluster-form.tsx'
import { ImageForm } from '../template/image-form.tsx'
import { TemplateGallery } from '../template/template-gallery.tsx'
import { DeploymentTypeCards } from './deployment-type.tsx'
import { StepHeading } from './step-heading.tsx'

export const StepWhat = ({ deploy }: { deploy: Deploy }) => (
  <Stack gap={5}>
    <StepHeading title="What do you want to run?" text="Start from a template, your own container images or a file." />
    <DeploymentTypeCards deploy={deploy} />
    {deploy.choice.from === 'cluster' && <ClusterForm deploy={deploy} />}
    {contentOf(deploy)}
  </Stack>
)

const contentOf = (deploy: Deploy) => {
  const { from, type } = deploy.choice
  if (from === 'file') return <FileForm deploy={deploy} />
  if (from === 'template') return <TemplateGallery deploy={deploy} />
  return type === 'multiservice' ? <ServicePrograms deploy={deploy} /> : <ImageForm deploy={deploy} />
}
