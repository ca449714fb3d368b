import { shownCategories, shownTemplates } from '../../../src/catalogue/shown-templates.ts'
import type { Template } from '../../../src/contract/wire/catalogue.ts'
import { failureWords } from '../../../src/core/failure.ts'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { useConfiguration } from '../../app/use-configuration.ts'
import { Button } from '../../parts/actions/button.tsx'
import { type RadioCard, RadioCards } from '../../parts/choices/radio-cards.tsx'
import { SearchField } from '../../parts/fields/search-field.tsx'
import { Grid } from '../../parts/layout/grid.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { LinkTabs } from '../../parts/navigation/link-tabs.tsx'
import { Badge } from '../../parts/state/badge.tsx'
import { EmptyState } from '../../parts/waiting/empty-state.tsx'
import { FailedState } from '../../parts/waiting/failed-state.tsx'
import { SkeletonCard } from '../../parts/waiting/skeleton-card.tsx'
import type { Deploy } from './use-deploy.ts'

export const TemplateGallery = ({ deploy }: { deploy: Deploy }) => {
  const { choice, choose, address, catalogue, fault } = deploy
  const { data, retry } = catalogue.templates
  const templates = lastLoaded(data)?.value.templates
  const categories = shownCategories(lastLoaded(catalogue.categories.data)?.value.categories ?? [])
  const runsOnlyBuiltIn = useConfiguration()?.engine.name === 'process'

  if (!templates && data.kind === 'failed')
    return <FailedState title="The templates could not be loaded" text={failureWords(data.failure)} onRetry={retry} />
  if (!templates)
    return (
      <Grid gap={3}>
        {[0, 1, 2, 3, 4, 5].map((place) => (
          <SkeletonCard key={place} />
        ))}
      </Grid>
    )
  const shown = shownTemplates(templates, choice)
  return (
    <Stack gap={4}>
      <SearchField label="Search templates" value={choice.search} onChange={(search) => choose({ search })} />
      <LinkTabs
        label="Category"
        current={address({ category: choice.category })}
        tabs={['', ...categories].map((category) => ({ to: address({ category }), label: category || 'All' }))}
      />
      {shown.length === 0 ? (
        <EmptyState
          title="No template is called that"
          text="Search for another word, or type the container image yourself."
          actions={
            <Button onClick={() => choose({ from: 'image', template: '', search: '' })}>Use a container image</Button>
          }
        />
      ) : (
        <RadioCards
          legend="Template"
          legendHidden
          value={choice.template || null}
          onChange={(template) => choose({ template, plan: '' })}
          cards={shown.map((template) => cardOf(template, runsOnlyBuiltIn))}
          error={fault('image')}
        />
      )}
    </Stack>
  )
}

const cardOf = (template: Template, runsOnlyBuiltIn: boolean): RadioCard<string> => {
  const isOut = runsOnlyBuiltIn && !template.builtIn
  return {
    value: template._id,
    title: template.name,
    text: isOut ? 'Needs a container engine: install Docker or Podman on the machine.' : template.description,
    aside: template.builtIn ? <Badge tone="accent">Built in</Badge> : <Badge>{template.metadata.category}</Badge>,
    disabled: isOut,
  }
}
