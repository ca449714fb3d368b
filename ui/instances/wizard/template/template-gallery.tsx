import { visibleCategories, visibleTemplates } from '../../../../src/catalogue/visible-templates.ts'
import type { Template } from '../../../../src/contract/wire/catalogue.ts'
import { lastLoaded } from '../../../../src/core/remote-data.ts'
import { isOfType } from '../../../../src/instances/wizard/deployment-types.ts'
import { useEngineOf } from '../../../hooks/use-engine-of.ts'
import { Button } from '../../../parts/actions/button.tsx'
import { SearchField } from '../../../parts/fields/search-field.tsx'
import { Grid } from '../../../parts/layout/grid.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'
import { LinkTabs } from '../../../parts/navigation/link-tabs.tsx'
import { Banner } from '../../../parts/state/banner.tsx'
import { EmptyState } from '../../../parts/waiting/empty-state.tsx'
import { Remote } from '../../../parts/waiting/remote.tsx'
import { SkeletonCard } from '../../../parts/waiting/skeleton-card.tsx'
import type { Deploy } from '../deploy/use-deploy.ts'
import { TemplateCards } from './template-cards.tsx'

export const TemplateGallery = ({ deploy }: { deploy: Deploy }) => (
  <Remote {...deploy.catalogue.templates} title="The templates could not be loaded" loading={<GallerySkeleton />}>
    {({ templates }) => <Gallery deploy={deploy} templates={templates} />}
  </Remote>
)

const GallerySkeleton = () => (
  <Grid gap={3}>
    {[0, 1, 2, 3, 4, 5].map((place) => (
      <SkeletonCard key={place} />
    ))}
  </Grid>
)

const Gallery = ({ deploy, templates }: { deploy: Deploy; templates: readonly Template[] }) => {
  const { choice, choose, address, catalogue, fieldError } = deploy
  const categories = visibleCategories(lastLoaded(catalogue.categories.data)?.value.categories ?? [])
  const runsOnlyBuiltIn = useEngineOf(catalogue.region?.region)?.kind === 'process'
  const filtered = visibleTemplates(
    templates.filter((template) => isOfType(template, choice.type)),
    choice,
  )
  return (
    <Stack gap={4}>
      <SearchField label="Search templates" value={choice.search} onChange={(search) => choose({ search })} />
      <LinkTabs
        label="Category"
        current={address({ category: choice.category })}
        tabs={['', ...categories].map((category) => ({ to: address({ category }), label: category || 'All' }))}
      />
      {fieldError('image') && (
        <Banner tone="bad" title="Choose a template first">
          Or use your own container image.
        </Banner>
      )}
      {filtered.length === 0 && (
        <EmptyState
          title="No templates found"
          text="Try another search, or enter a container image."
          actions={
            <Button onClick={() => choose({ from: 'image', template: '', search: '' })}>Use a container image</Button>
          }
        />
      )}
      <TemplateCards
        deploy={deploy}
        templates={filtered.filter(({ builtIn }) => builtIn)}
        legend="Built in, ready immediately"
      />
      <TemplateCards
        deploy={deploy}
        templates={filtered.filter(({ builtIn }) => !builtIn)}
        legend={
          runsOnlyBuiltIn ? 'From public registries (require a region with Docker or Podman)' : 'From public registries'
        }
        disabled={runsOnlyBuiltIn}
      />
    </Stack>
  )
}
