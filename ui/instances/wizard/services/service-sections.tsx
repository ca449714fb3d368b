import { reviewLines } from '../../../../src/instances/wizard/review-lines.ts'
import { formatSize } from '../../../../src/rules/format-size.ts'
import { Text } from '../../../parts/text/text.tsx'
import { ImageName } from '../../image-name.tsx'
import type { Deploy } from '../deploy/use-deploy.ts'
import { stepTitles } from '../deploy-steps.tsx'
import type { ReviewSection } from '../steps/review-list.tsx'

/** The cluster that the instance joins. */
export const clusterLines = (cluster: Deploy['cluster']) =>
  cluster ? [{ term: 'Cluster', value: `${cluster.source.clusterName} (${cluster.source.clusterUrl})` }] : []

/** What will be deployed of several services. */
export const serviceSections = ({ settings, catalogue, cluster, services, totals }: Deploy): ReviewSection[] => {
  const { template, region } = catalogue
  const registry = settings.privateRegistry
  return [
    {
      step: 'what',
      title: stepTitles.what,
      lines: [
        ...(template ? [{ term: 'Template', value: template.name }] : []),
        ...clusterLines(cluster),
        ...services.services.map(({ name, image }) => ({
          term: name || 'Service',
          value: (
            <Text as="code" size="sm" mono>
              {image ? <ImageName image={image} /> : '–'}
            </Text>
          ),
        })),
        ...(registry ? [{ term: 'Registry', value: `${registry.registry} as ${registry.username}` }] : []),
      ],
    },
    { step: 'where', title: stepTitles.where, lines: [{ term: 'Region', value: region?.title ?? '–' }] },
    {
      step: 'how-much',
      title: stepTitles['how-much'],
      lines: [
        { term: 'All replicas', value: totals ? formatSize(totals) : '–' },
        ...services.services.map(({ name, replicas }) => ({
          term: name || 'Service',
          value: replicas === 1 ? '1 replica' : `${replicas ?? '–'} replicas`,
        })),
      ],
    },
    {
      step: 'how',
      title: stepTitles.how,
      lines: [
        { term: 'Name', value: settings.name || '–' },
        ...services.services.map(({ name, ports }) => ({
          term: `Ports of ${name || 'the service'}`,
          value:
            ports.map(({ containerPort, exposure }) => `${containerPort} (${exposure})`).join(', ') || 'None, no link',
        })),
        ...services.services.flatMap((service) => reviewLines(service, services.services)),
        { term: 'Project network', value: services.projectNetwork ? 'Joined' : 'Not joined' },
      ],
    },
  ]
}
