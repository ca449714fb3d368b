import type { Project } from '../../src/contract/wire/compute.ts'
import type { Marketing } from '../../src/contract/wire/configuration.ts'
import { useSend } from '../hooks/use-console.tsx'
import { Button } from '../parts/actions/button.tsx'
import { LinkButton } from '../parts/actions/link-button.tsx'
import { Card } from '../parts/layout/card.tsx'
import { Row } from '../parts/layout/row.tsx'
import { Badge } from '../parts/state/badge.tsx'
import { Text } from '../parts/text/text.tsx'

interface MarketingCardProps {
  marketing: Marketing
  organization: string
  project: Project | undefined
}

export const MarketingCard = ({ marketing, organization, project }: MarketingCardProps) => {
  const send = useSend()
  const { title, description, buttonText, templateName, templateId, gpu } = marketing
  return (
    <Card
      title={title}
      text={description}
      actions={
        project ? (
          <LinkButton
            variant="primary"
            to={`/${organization}/${project._id}/new-instance?template=${encodeURIComponent(templateId)}`}
          >
            {buttonText}
          </LinkButton>
        ) : (
          <Button
            variant="primary"
            onClick={() => send({ type: 'ui/modalOpened', modal: { kind: 'createNewComputeProject' } })}
          >
            {buttonText}
          </Button>
        )
      }
    >
      <Row gap={2}>
        <Text size="sm" tone="muted">
          {templateName}
        </Text>
        {gpu && <Badge tone="info">GPU</Badge>}
      </Row>
    </Card>
  )
}
