import type { ReactNode } from 'react'
import { sizeWords } from '../../../src/catalogue/size-words.ts'
import { failureWords } from '../../../src/core/failure.ts'
import { type DeployStep, stepOfField } from '../../../src/instances/deploy-faults.ts'
import { Button } from '../../parts/actions/button.tsx'
import { DescriptionList } from '../../parts/facts/description-list.tsx'
import { Card } from '../../parts/layout/card.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { Banner } from '../../parts/state/banner.tsx'
import { Text } from '../../parts/text/text.tsx'
import { StepHeading } from './step-heading.tsx'
import { stepTitles } from './step-titles.ts'
import type { Deploy } from './use-deploy.ts'

/** Everything that will be deployed, on one page, with the way back to each part of it. */
export const StepReview = ({ deploy }: { deploy: Deploy }) => {
  const { settings, catalogue, own, told, failure, go } = deploy
  const faults = Object.entries({ ...own, ...told })
  const variables = settings.environment ?? []
  const ports = settings.ports ?? []
  return (
    <Stack gap={5}>
      <StepHeading title="Review" text="Nothing has been deployed yet. Look it over, then press Deploy." />
      {failure && (
        <Banner tone="bad" title="It was not deployed">
          {failureWords(failure)}
        </Banner>
      )}
      {faults.length > 0 && (
        <Banner tone="bad" title="Something needs another look">
          <ul>
            {faults.map(([field, message]) => (
              <li key={field}>
                {stepTitles[stepOfField(field)]}: {message}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      <Part title="What" step="what" go={go}>
        <DescriptionList
          facts={[
            { term: 'Template', value: catalogue.template?.name ?? 'None' },
            { term: 'Image', value: <Code>{settings.image || '–'}</Code> },
            ...(settings.privateRegistry
              ? [
                  {
                    term: 'Registry',
                    value: `${settings.privateRegistry.registry} as ${settings.privateRegistry.username}`,
                  },
                ]
              : []),
          ]}
        />
      </Part>
      <Part title="Where" step="where" go={go}>
        <DescriptionList facts={[{ term: 'Region', value: catalogue.region?.title ?? '–' }]} />
      </Part>
      <Part title="How much" step="how-much" go={go}>
        <DescriptionList
          facts={[
            { term: 'Plan', value: catalogue.offer?.name ?? '–' },
            { term: 'Size', value: catalogue.offer ? sizeWords(catalogue.offer.size) : '–' },
          ]}
        />
      </Part>
      <Part title="How" step="how" go={go}>
        <DescriptionList
          facts={[
            { term: 'Name', value: settings.name },
            {
              term: 'Variables',
              value: variables.length === 0 ? 'None' : <Code>{variables.map(({ name }) => name).join(', ')}</Code>,
            },
            {
              term: 'Ports',
              value:
                ports.length === 0 ? 'None, so no link' : ports.map(({ containerPort }) => containerPort).join(', '),
            },
          ]}
        />
      </Part>
    </Stack>
  )
}

const Code = ({ children }: { children: string }) => (
  <Text as="code" size="sm" mono>
    {children}
  </Text>
)

type PartProps = { title: string; step: DeployStep; go: Deploy['go']; children: ReactNode }

const Part = ({ title, step, go, children }: PartProps) => (
  <Card
    title={title}
    headingLevel={3}
    actions={
      <Button size="small" look="quiet" aria-label={`Change ${title.toLowerCase()}`} onClick={() => go(step)}>
        Change
      </Button>
    }
  >
    {children}
  </Card>
)
