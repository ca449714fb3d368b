import { TextField } from '../../../parts/fields/text-field.tsx'
import { Card } from '../../../parts/layout/card.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'
import { Banner } from '../../../parts/state/banner.tsx'
import { KeyValueEditor } from '../../../parts/variables/key-value-editor.tsx'
import { AddressField } from '../../configuration/fields/address-field.tsx'
import { AutoscalingCard } from '../../scaling/autoscaling-card.tsx'
import type { Deploy } from '../deploy/use-deploy.ts'
import { PortsField } from '../template/ports-field.tsx'
import { TemplateVariables } from '../template/template-variables.tsx'
import { VersionField } from '../template/version-field.tsx'
import { StepHeading } from './step-heading.tsx'

export const StepHow = ({ deploy }: { deploy: Deploy }) => {
  const { settings, draft, change, choice, choose, fieldError, catalogue } = deploy
  const environmentError = fieldError('environment')
  return (
    <Stack gap={5}>
      <StepHeading title="How should it run?" text="The defaults work for most deployments." />
      <TextField
        label="Name"
        hint="Used in its link. If you rename the instance later, the link stays the same."
        maxLength={60}
        autoComplete="off"
        spellCheck={false}
        value={settings.name}
        error={fieldError('name')}
        onChange={(event) => change({ name: event.target.value })}
      />
      {catalogue.template && <VersionField deploy={deploy} template={catalogue.template} />}
      {catalogue.template && catalogue.template.serviceData.variables.length > 0 && (
        <Card title={`Settings of ${catalogue.template.name}`} headingLevel={3}>
          <TemplateVariables deploy={deploy} variables={catalogue.template.serviceData.variables} />
        </Card>
      )}
      <Card title="Environment" text="Environment variables of the program." headingLevel={3}>
        <Stack gap={3}>
          {environmentError && (
            <Banner tone="bad" title="Check the variables">
              {environmentError}
            </Banner>
          )}
          <KeyValueEditor
            label="Environment variables"
            variables={draft.extra}
            onChange={(extra) => change({ extra })}
            errorOf={(_, index) => fieldError(`extra.${index}`)}
          />
        </Stack>
      </Card>
      <Card title="Ports" text="The ports that the program listens on. Each port gets a link." headingLevel={3}>
        <Stack>
          <PortsField deploy={deploy} />
          <AddressField
            serviceName={settings.name}
            region={catalogue.region?.region ?? ''}
            value={choice.extras.ipLease}
            error={fieldError('ipLease')}
            onChange={(lease) => choose({ lease: lease === 'shared-ip' ? '' : lease })}
          />
        </Stack>
      </Card>
      <AutoscalingCard
        rules={draft.autoscaling}
        replicas={choice.extras.count}
        change={(autoscaling) => change({ autoscaling })}
        errorOf={fieldError}
      />
    </Stack>
  )
}
