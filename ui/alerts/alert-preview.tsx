import { History } from 'lucide-react'
import type { AlertSettings } from '../../src/alerts/alert-draft.ts'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import { useMutation } from '../hooks/use-mutation.ts'
import { Button } from '../parts/actions/button.tsx'
import { Row } from '../parts/layout/row.tsx'
import { Text } from '../parts/text/text.tsx'

type AlertPreviewProps = { organizationId: OrganizationId; settings: AlertSettings }

/** Tries a rule out with the metrics of the last day. */
export const AlertPreview = ({ organizationId, settings }: AlertPreviewProps) => {
  const { mutate, isRunning, response, failure } = useMutation('previewAlert')
  const { projectId, instanceId, service, condition } = settings
  return (
    <Row gap={3} wrap>
      <Button
        size="small"
        icon={<History />}
        busy={isRunning}
        onClick={() => mutate({ id: organizationId, projectId, instanceId, service, condition })}
      >
        Try with the last 24 hours
      </Button>
      <Text size="sm" tone="muted">
        {failure
          ? 'The rule could not be tried out.'
          : response && response.fired !== null
            ? firedText(response.fired)
            : ''}
      </Text>
    </Row>
  )
}

const firedText = (fired: number): string =>
  fired === 0
    ? 'It would not have fired.'
    : fired === 1
      ? 'It would have fired once.'
      : `It would have fired ${fired} times.`
