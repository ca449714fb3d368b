import { failureMessage } from '../../../../src/core/failure.ts'
import { stepOfField } from '../../../../src/instances/deploy-errors.ts'
import { storageLabels } from '../../../../src/instances/wizard/plan-extras.ts'
import { variablesText } from '../../../../src/instances/wizard/review-lines.ts'
import { formatSize } from '../../../../src/rules/format-size.ts'
import { rulesText } from '../../../../src/rules/scaling/rules-text.ts'
import { Stack } from '../../../parts/layout/stack.tsx'
import { Banner } from '../../../parts/state/banner.tsx'
import { Text } from '../../../parts/text/text.tsx'
import { ProblemList } from '../../configuration/file/problem-list.tsx'
import type { Deploy } from '../deploy/use-deploy.ts'
import { stepTitles } from '../deploy-steps.tsx'
import { clusterLines, serviceSections } from '../services/service-sections.tsx'
import { ReviewList, type ReviewSection } from './review-list.tsx'
import { StepHeading } from './step-heading.tsx'

/** Everything that will be deployed, with a link back to each part. */
export const StepReview = ({ deploy }: { deploy: Deploy }) => {
  const { own, serverErrors, failure, go, services } = deploy
  const errors = Object.entries({ ...own, ...serverErrors })
  return (
    <Stack gap={5}>
      <StepHeading title="Review" text="Check your choices, then deploy." />
      {failure && (
        <Banner tone="bad" title="The instance was not deployed">
          {failureMessage(failure)}
        </Banner>
      )}
      {errors.length > 0 && (
        <Banner tone="bad" title="Some choices need your attention">
          {errors.map(([field, message]) => (
            <p key={field}>
              {stepTitles[stepOfField(field)]}: {message}
            </p>
          ))}
        </Banner>
      )}
      {services.file.read.notes.length > 0 && deploy.hasServices && (
        <ProblemList tone="warn" title="Not applied as written" problems={services.file.read.notes} />
      )}
      <ReviewList sections={sectionsOf(deploy)} onChange={go} />
    </Stack>
  )
}

const sectionsOf = (deploy: Deploy): ReviewSection[] =>
  deploy.hasServices ? serviceSections(deploy) : sectionsOfOne(deploy)

const sectionsOfOne = ({ settings, catalogue, cluster, draft, choice: { extras } }: Deploy): ReviewSection[] => {
  const { template, region, offer } = catalogue
  const ports = (settings.ports ?? []).map(({ containerPort }) => containerPort)
  const registry = settings.privateRegistry
  return [
    {
      step: 'what',
      title: stepTitles.what,
      lines: [
        ...(template ? [{ term: 'Template', value: template.name }] : []),
        ...clusterLines(cluster),
        { term: 'Image', value: <Code>{settings.image || '–'}</Code> },
        ...(registry ? [{ term: 'Registry', value: `${registry.registry} as ${registry.username}` }] : []),
      ],
    },
    { step: 'where', title: stepTitles.where, lines: [{ term: 'Region', value: region?.title ?? '–' }] },
    {
      step: 'how-much',
      title: stepTitles['how-much'],
      lines: [
        { term: 'Plan', value: offer?.name ?? '–' },
        { term: 'Size', value: offer ? formatSize(offer.size) : '–' },
        { term: 'Instance count', value: String(extras.count ?? '–') },
        {
          term: 'Persistent storage',
          value: extras.volume ? (
            <>
              {extras.volume.sizeGib ?? '–'} GiB {storageLabels[extras.volume.class]} at{' '}
              <Code>{extras.volume.mountPath || '–'}</Code>
            </>
          ) : (
            'None'
          ),
        },
      ],
    },
    {
      step: 'how',
      title: stepTitles.how,
      lines: [
        { term: 'Name', value: settings.name || '–' },
        { term: 'Variables', value: variablesText(settings.environment ?? []) },
        { term: 'IP lease', value: extras.ipLease === 'shared-ip' ? 'Shared IP' : 'Dedicated IP' },
        ...(draft.autoscaling ? [{ term: 'Autoscaling', value: rulesText(draft.autoscaling) }] : []),
        { term: 'Ports', value: ports.length === 0 ? 'None, no link' : <Code>{ports.join(', ')}</Code> },
      ],
    },
  ]
}

const Code = ({ children }: { children: string }) => (
  <Text as="code" size="sm" mono>
    {children}
  </Text>
)
