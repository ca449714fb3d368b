import { Button } from '../../../parts/actions/button.tsx'
import { Row } from '../../../parts/layout/row.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'
import { Banner } from '../../../parts/state/banner.tsx'
import { Text } from '../../../parts/text/text.tsx'
import { FilePanel } from '../../configuration/file/file-panel.tsx'
import type { Deploy } from '../deploy/use-deploy.ts'

const example = `services:
  web:
    image: nginx:alpine
    cpu: 0.25
    memory: 256Mi
    storage: 1Gi
    ports:
      - port: 80
`

/** A configuration file as the source of a deployment. */
export const FileForm = ({ deploy }: { deploy: Deploy }) => {
  const { services, rejected, fieldError } = deploy
  const { file } = services
  const error = fieldError('file')
  return (
    <Stack gap={4}>
      <Row gap={3} wrap justify="between">
        <Text tone="muted">
          Paste or drop a configuration file of Longshore or a Docker Compose file. Nothing is deployed yet.
        </Text>
        {file.text.trim() === '' && (
          <Button size="small" onClick={() => file.changeText(example)}>
            Insert an example
          </Button>
        )}
      </Row>
      {error && <Banner tone="bad">{error} Correct it before you continue.</Banner>}
      <FilePanel file={file} rejected={rejected} />
    </Stack>
  )
}
