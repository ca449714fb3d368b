import { RadioCards } from '../../../parts/choices/radio-cards.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'
import type { Deploy } from '../deploy/use-deploy.ts'
import { ImageForm } from '../template/image-form.tsx'
import { TemplateGallery } from '../template/template-gallery.tsx'
import { StepHeading } from './step-heading.tsx'

export const StepWhat = ({ deploy }: { deploy: Deploy }) => {
  const { choice, choose } = deploy
  return (
    <Stack gap={5}>
      <StepHeading title="What do you want to run?" text="Start from a template or from your own container image." />
      <RadioCards
        legend="Start from"
        legendHidden
        value={choice.from}
        onChange={(from) =>
          choose({
            from,
            ...(from === 'image' ? { template: '', version: '', search: '', category: '' } : { image: '' }),
          })
        }
        cards={[
          { value: 'template', title: 'Template', text: 'Ready to run' },
          { value: 'image', title: 'Container image', text: 'From any registry' },
        ]}
      />
      {choice.from === 'template' ? <TemplateGallery deploy={deploy} /> : <ImageForm deploy={deploy} />}
    </Stack>
  )
}
